// Writes plain structs: walks over their fields in Caucho's order. Included by hessian2.h.
#pragma once

#include "bridge/plain_value.h"
#include "codec/hessian2.h"

namespace wirebed {
namespace hessian2_codec {

template <class V, bool boxed, class Held>
void write_value(const Held& value, Writing& writing) {
  Writer& to = writing.to;
  constexpr Kind kind = V::kind;
  if constexpr (kind == Kind::kInt32) {
    to.Int(value);
  } else if constexpr (kind == Kind::kUint32 || kind == Kind::kInt64 || kind == Kind::kUint64) {
    to.Long(static_cast<std::int64_t>(value));
  } else if constexpr (kind == Kind::kBool) {
    to.Bool(value);
  } else if constexpr (kind == Kind::kFloat || kind == Kind::kDouble) {
    // Caucho makes a new handle for each boxed Float, so none is ever a ref.
    if constexpr (kind == Kind::kFloat && boxed) to.Object(float_shape);
    to.Double(value);
  } else if constexpr (kind == Kind::kString) {
    to.String(value);
  } else if constexpr (kind == Kind::kBytes) {
    to.Binary(value);
  } else if constexpr (kind == Kind::kEnum) {
    const meta::EnumValue* constant = find_constant(value);
    if (constant == nullptr)
      plain_value::refuse_unnamed(meta::Enum<Held>::name, static_cast<std::int32_t>(value));
    if (to.Ref(constant)) return;
    to.Object(enum_shape<Held>);
    to.String(constant_name(*constant));
  } else if constexpr (kind == Kind::kMessage) {
    Hessian2::Of<typename Held::element_type>::write(value, writing);
  } else if constexpr (kind == Kind::kDate) {
    value ? to.Date(value->time_since_epoch().count()) : to.Null();
  } else if constexpr (kind == Kind::kDecimal) {
    if (value.text.empty()) return to.Null();  // a Java bean holds null if it was never set
    if (!decimal::is_valid(value.text))
      throw Refusal(FailureStage::kWrite, "no decimal number: " + value.text);
    to.Object(decimal_shape);
    to.String(value.text);
  } else {
    static_assert(kind == Kind::kWrapper);
    if (!value) return to.Null();
    write_value<meta::Value<V::wrapped>, true>(*value, writing);
  }
}

template <class F>
void write_member(const typename F::Member& member, Writing& writing) {
  using meta::Container;
  using V = typename F::Element;
  constexpr bool boxed = is_boxed<F>();
  Writer& to = writing.to;
  if constexpr (F::container == Container::kSingle) {
    if constexpr (plain_value::in_optional<F>()) {
      if (!member) return to.Null();
      write_value<V, boxed>(*member, writing);
    } else {
      write_value<V, boxed>(member, writing);
    }
  } else if constexpr (F::container == Container::kMap) {
    to.Map();
    for (const auto& [key, value] : member) {
      write_value<typename F::Key, true>(key, writing);
      write_value<V, boxed>(value, writing);
    }
    to.EndMap();
  } else {
    using Held = typename F::Member::value_type;
    if constexpr (F::container == Container::kList) to.List(member.size());
    if constexpr (F::container == Container::kArray) to.List(member.size(), array_type<V, Held>());
    if constexpr (F::container == Container::kSet) to.List(member.size(), "java.util.HashSet");
    // Not by reference, since std::vector<bool> has none.
    for (auto&& value : member) write_value<V, boxed>(static_cast<const Held&>(value), writing);
  }
}

}  // namespace hessian2_codec

template <class T>
std::string Hessian2::Of<T>::encode(const T& object, const Options& options) {
  return std::string(encode(object, options, reused()));
}

template <class T>
std::string_view Hessian2::Of<T>::encode(const T& object, const Options& options, Reused& reused) {
  Writing& writing = reused.writing;
  writing.start();
  const bool envelope = hessian2_codec::has_envelope(options);
  try {
    if (envelope) writing.to.StartMessage();
    writing.root = &object;
    writing.to.Ref(&object);
    write_fields(object, writing);
    if (envelope) writing.to.CompleteMessage();
  } catch (const ::hessian2::Error&) {
    hessian2_codec::refuse();
  }
  return hessian2_codec::text_of(writing.to.bytes());
}

template <class T>
void Hessian2::Of<T>::write(const std::shared_ptr<T>& object, Writing& writing) {
  if (object == nullptr) return writing.to.Null();
  // An object with one owner cannot be met again, so it is neither looked up nor remembered.
  if (object.use_count() > 1 || object.get() == writing.root) {
    if (writing.to.Ref(object.get())) return;
  }
  write_fields(*object, writing);
}

template <class T>
void Hessian2::Of<T>::write_fields(const T& object, Writing& writing) {
  writing.to.Object(hessian2_codec::shape<T>);
  meta::JavaFields<T>::each([&](auto field) {
    using F = decltype(field);
    hessian2_codec::write_member<F>(F::get(object), writing);
  });
}

}  // namespace wirebed
