// The view of every value of a plain struct that is not itself a struct: scalars, and the types of the
// standard library that replace a message (a Date for a Timestamp, an optional scalar for a wrapper).
#pragma once

#include <limits>
#include <string_view>

#include "bridge/view.h"
#include "decimal_text.h"
#include "meta.h"
#include "values.h"

namespace wirebed::plain_value {

using meta::Held;
using meta::Kind;

// The value of a single field if it is in a view, or null: an empty decimal is none.
template <class V>
[[gnu::always_inline]] inline const Held<V>* find(const meta::Field& field, const void* place) {
  const Held<V>* value = meta::find<V>(field, place);
  if constexpr (V::kind == Kind::kDecimal) {
    if (value != nullptr && value->text.empty()) return nullptr;
  }
  return value;
}

constexpr std::string_view wrapper_message(Kind wrapped) {
  constexpr std::string_view names[] = {"",
                                        "google.protobuf.Int32Value",
                                        "google.protobuf.UInt32Value",
                                        "google.protobuf.Int64Value",
                                        "google.protobuf.UInt64Value",
                                        "google.protobuf.BoolValue",
                                        "google.protobuf.FloatValue",
                                        "google.protobuf.DoubleValue",
                                        "google.protobuf.StringValue",
                                        "google.protobuf.BytesValue"};
  return names[static_cast<std::size_t>(wrapped)];
}

// For codecs that write the names of enum values: this number has no name.
[[noreturn]] void refuse_unnamed(std::string_view name, std::int32_t number);

// Accepts "", which is not a decimal: the value of an unset single field without presence.
void read_maybe_decimal(Decimal& value, view::Reader& from);

void write_date(const Date& date, view::Writer& to);
Date read_date(view::Reader& from);

template <class V>
void write_scalar(const Held<V>& value, view::Writer& to) {
  constexpr Kind kind = V::kind;
  if constexpr (kind == Kind::kInt32 || kind == Kind::kInt64) {
    to.integer(value);
  } else if constexpr (kind == Kind::kUint32 || kind == Kind::kUint64) {
    to.unsigned_integer(value);
  } else if constexpr (kind == Kind::kBool) {
    to.boolean(value);
  } else if constexpr (kind == Kind::kFloat) {
    to.float_(value);
  } else if constexpr (kind == Kind::kDouble) {
    to.double_(value);
  } else if constexpr (kind == Kind::kString) {
    to.text(value);
  } else if constexpr (kind == Kind::kDecimal) {
    value.text.empty() ? to.null() : to.text(decimal::to_java(value.text));
  } else if constexpr (kind == Kind::kBytes) {
    to.binary({reinterpret_cast<const char*>(value.data()), value.size()});
  } else if constexpr (kind == Kind::kEnum) {
    to.enumeration(static_cast<std::int32_t>(value));
  } else if constexpr (kind == Kind::kDate) {
    value ? write_date(*value, to) : to.null();
  } else {
    static_assert(kind == Kind::kWrapper);
    if (!value) return to.null();
    to.begin_record(wrapper_message(V::wrapped));
    to.field(1);
    write_scalar<meta::Value<V::wrapped>>(*value, to);
    to.end_record();
  }
}

template <class V>
void read_scalar(Held<V>& value, view::Reader& from) {
  constexpr Kind kind = V::kind;
  if constexpr (kind == Kind::kInt32 || kind == Kind::kUint32) {
    using Number = Held<V>;
    value = static_cast<Number>(
        from.integer(std::numeric_limits<Number>::min(), std::numeric_limits<Number>::max()));
  } else if constexpr (kind == Kind::kInt64) {
    value = from.int64();
  } else if constexpr (kind == Kind::kUint64) {
    value = from.uint64();
  } else if constexpr (kind == Kind::kBool) {
    value = from.boolean();
  } else if constexpr (kind == Kind::kFloat) {
    value = from.float_();
  } else if constexpr (kind == Kind::kDouble) {
    value = from.double_();
  } else if constexpr (kind == Kind::kString) {
    value = from.text();
  } else if constexpr (kind == Kind::kDecimal) {
    if (from.peek() == 'n') return from.null();
    read_maybe_decimal(value, from);
    if (value.text.empty()) from.fail("no decimal number: an empty text");
  } else if constexpr (kind == Kind::kBytes) {
    const std::string_view bytes = from.binary();
    value.assign(bytes.begin(), bytes.end());
  } else if constexpr (kind == Kind::kEnum) {
    value = static_cast<meta::AnyEnum>(from.enumeration());
  } else if constexpr (kind == Kind::kDate) {
    if (from.peek() == 'n') return from.null();
    value = read_date(from);
  } else {
    static_assert(kind == Kind::kWrapper);
    if (from.peek() == 'n') return from.null();
    if (from.begin_record() != wrapper_message(V::wrapped))
      from.fail("the record is not the field's wrapper");
    value.emplace();
    while (const std::uint32_t number = from.field()) {
      if (number != 1) from.fail("a wrapper has the field 1 only");
      read_scalar<meta::Value<V::wrapped>>(*value, from);
    }
  }
}

}  // namespace wirebed::plain_value
