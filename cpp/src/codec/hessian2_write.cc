// Writes plain structs: walks over their fields in Caucho's order.
#include "bridge/plain_value.h"
#include "codec/hessian2.h"
#include "codec/hessian2_names.h"
#include "decimal_text.h"
#include "map_entries.h"
#include "values.h"

namespace wirebed {

namespace {

using hessian2_codec::is_boxed;
using hessian2_codec::Writer;
using hessian2_codec::Writing;
using meta::Container;
using meta::Field;
using meta::Held;
using meta::Kind;
using meta::Type;

void write_fields(const meta::Class& type, const void* object, Writing& writing);

// Writes a null, an object, or a ref to one that was written before.
void write_object(const meta::Class& type, const Object& object, Writing& writing) {
  if (object == nullptr) return writing.to.Null();
  // An object with one owner cannot be met again, so it is neither looked up nor remembered.
  if (object.use_count() > 1 || object.get() == writing.root) {
    if (writing.to.Ref(object.get())) return;
  }
  write_fields(type, object.get(), writing);
}

void write_enum(const meta::Enum& type, std::int32_t number, Writer& to) {
  const meta::EnumValue* constant = type.find(number);
  if (constant == nullptr) plain_value::refuse_unnamed(type.name, number);
  if (to.Ref(constant)) return;
  to.Object(hessian2_codec::names_of(type).shape);
  to.String(constant->java);
}

void write_decimal(const Decimal& value, Writer& to) {
  if (value.text.empty()) return to.Null();  // a Java bean holds null if it was never set
  if (!decimal::is_valid(value.text)) throw Refusal(FailureStage::kWrite, "no decimal number: " + value.text);
  to.Object(hessian2_codec::decimal_shape);
  to.String(value.text);
}

template <class V>
void write_value(const Type& type, const Held<V>& value, bool boxed, Writing& writing) {
  Writer& to = writing.to;
  if constexpr (V::kind == Kind::kInt32) {
    to.Int(value);
  } else if constexpr (V::kind == Kind::kUint32 || V::kind == Kind::kInt64 || V::kind == Kind::kUint64) {
    to.Long(static_cast<std::int64_t>(value));
  } else if constexpr (V::kind == Kind::kBool) {
    to.Bool(value);
  } else if constexpr (V::kind == Kind::kFloat || V::kind == Kind::kDouble) {
    // Caucho makes a new handle for each boxed Float, so none is ever a ref.
    if (V::kind == Kind::kFloat && boxed) to.Object(hessian2_codec::float_shape);
    to.Double(value);
  } else if constexpr (V::kind == Kind::kString) {
    to.String(value);
  } else if constexpr (V::kind == Kind::kBytes) {
    to.Binary(value);
  } else if constexpr (V::kind == Kind::kEnum) {
    write_enum(*type.enumeration, static_cast<std::int32_t>(value), to);
  } else if constexpr (V::kind == Kind::kMessage) {
    write_object(*type.message, value, writing);
  } else if constexpr (V::kind == Kind::kDate) {
    value ? to.Date(value->time_since_epoch().count()) : to.Null();
  } else if constexpr (V::kind == Kind::kDecimal) {
    write_decimal(value, to);
  } else {
    static_assert(V::kind == Kind::kWrapper);
    if (!value) return to.Null();
    write_value<meta::Value<V::wrapped>>(type, *value, true, writing);
  }
}

template <class V>
void write_single(const Field& field, const void* place, Writing& writing) {
  const Held<V>* value = static_cast<const Held<V>*>(place);
  if constexpr (!meta::kEmptyByItself<V>) {
    value = meta::find<V>(field, place);
    if (value == nullptr) return writing.to.Null();
  }
  write_value<V>(field.type, *value, field.nullable, writing);
}

void write_map(const Field& field, const void* place, Writing& writing) {
  writing.to.Map();
  meta::MapEntries(field, place).each([&](const void* key, const void* value) {
    meta::visit_key(field.key, [&]<class K>(K) {
      write_value<K>(field.type, *static_cast<const Held<K>*>(key), true, writing);
    });
    meta::visit(field.type, [&]<class V>(V) {
      write_value<V>(field.type, *static_cast<const Held<V>*>(value), true, writing);
    });
  });
  writing.to.EndMap();
}

template <class V>
void write_collection(const Field& field, const void* place, Writing& writing) {
  const auto write_all = [&](const auto& values) {
    for (const Held<V>& value : values) write_value<V>(field.type, value, is_boxed(field), writing);
  };
  Writer& to = writing.to;
  if (field.container == Container::kSet) {
    if constexpr (meta::kInSets<V>) {
      const auto& values = *static_cast<const std::set<Held<V>>*>(place);
      to.List(values.size(), "java.util.HashSet");
      write_all(values);
    }
    return;
  }
  const auto& values = *static_cast<const std::vector<Held<V>>*>(place);
  field.container == Container::kList ? to.List(values.size())
                                      : to.List(values.size(), hessian2_codec::array_type(field.type));
  write_all(values);
}

void write_fields(const meta::Class& type, const void* object, Writing& writing) {
  const hessian2_codec::ClassNames& names = hessian2_codec::names_of(type);
  writing.to.Object(names.shape);
  for (const Field& field : names.fields) {
    const void* place = meta::at(object, field);
    if (field.container == Container::kSingle) {
      meta::visit(field.type, [&]<class V>(V) { write_single<V>(field, place, writing); });
    } else if (field.container == Container::kMap) {
      write_map(field, place, writing);
    } else {
      meta::visit(field.type, [&]<class V>(V) { write_collection<V>(field, place, writing); });
    }
  }
}

}  // namespace

std::string Hessian2::encode(const meta::Class& type, const void* object, const Options& options) {
  return std::string(encode(type, object, options, reused()));
}

std::string_view Hessian2::encode(const meta::Class& type, const void* object, const Options& options,
                                  Reused& reused) {
  Writing& writing = reused.writing;
  writing.start();
  const bool envelope = hessian2_codec::has_envelope(options);
  try {
    if (envelope) writing.to.StartMessage();
    writing.root = object;
    writing.to.Ref(object);
    write_fields(type, object, writing);
    if (envelope) writing.to.CompleteMessage();
  } catch (const ::hessian2::Error&) {
    hessian2_codec::refuse();
  }
  return hessian2_codec::text_of(writing.to.bytes());
}

}  // namespace wirebed
