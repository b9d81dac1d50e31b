// The Java names on a Hessian wire, known at compile time, and the class definitions made from them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hessian2/shape.h"
#include "meta.h"

namespace wirebed::hessian2_codec {

using ::hessian2::Shape;
using meta::Kind;

template <class... Fs>
std::vector<std::string_view> java_names(meta::List<Fs...>) {
  return {Fs::names.java...};
}

// The class definition of a plain struct, with the fields in Caucho's order.
template <class T>
inline const Shape shape{meta::Class<T>::java_class, java_names(meta::JavaFields<T>{})};

// An enum is an object with the constant's name.
template <class E>
inline const Shape enum_shape{meta::Enum<E>::java_class, {"name"}};

inline const Shape decimal_shape{"java.math.BigDecimal", {"value"}};
// A boxed Float. A primitive one is a double.
inline const Shape float_shape{"com.caucho.hessian.io.FloatHandle", {"_value"}};

// The name of a constant of the Java enum.
template <class Known>
constexpr std::string_view constant_name(const Known& value) {
  if constexpr (requires { value.java; }) {
    return value.java;
  } else {
    return value.name;
  }
}

template <class E>
constexpr const meta::EnumValue* find_constant(E value) {
  for (const meta::EnumValue& known : meta::Enum<E>::values) {
    if (known.number == static_cast<std::int32_t>(value)) return &known;
  }
  return nullptr;
}

template <class E>
constexpr const meta::EnumValue* find_constant(std::string_view name) {
  for (const meta::EnumValue& known : meta::Enum<E>::values) {
    if (!known.alias && constant_name(known) == name) return &known;
  }
  return nullptr;
}

constexpr std::string_view boxed_array(Kind kind) {
  switch (kind) {
    case Kind::kInt32:
      return "[java.lang.Integer";
    case Kind::kUint32:
    case Kind::kInt64:
    case Kind::kUint64:
      return "[java.lang.Long";
    case Kind::kBool:
      return "[java.lang.Boolean";
    case Kind::kFloat:
      return "[java.lang.Float";
    case Kind::kDouble:
      return "[java.lang.Double";
    case Kind::kString:
      return "[string";
    default:
      return "[[byte";
  }
}

constexpr std::string_view primitive_array(Kind kind) {
  switch (kind) {
    case Kind::kInt32:
      return "[int";
    case Kind::kUint32:
    case Kind::kInt64:
    case Kind::kUint64:
      return "[long";
    case Kind::kBool:
      return "[boolean";
    case Kind::kFloat:
      return "[float";
    case Kind::kDouble:
      return "[double";
    case Kind::kString:
      return "[string";
    case Kind::kBytes:
      return "[[byte";
    case Kind::kDate:
      return "[date";
    default:
      return "[java.math.BigDecimal";
  }
}

// The type of a Java array of these elements. It outlives every writer.
template <class V, class Held>
std::string_view array_type() {
  if constexpr (V::kind == Kind::kMessage) {
    static const std::string type = "[" + std::string(meta::Class<typename Held::element_type>::java_class);
    return type;
  } else if constexpr (V::kind == Kind::kEnum) {
    static const std::string type = "[" + std::string(meta::Enum<Held>::java_class);
    return type;
  } else if constexpr (V::kind == Kind::kWrapper) {
    return boxed_array(V::wrapped);
  } else {
    return primitive_array(V::kind);
  }
}

// Whether Java holds the values of a field boxed, as objects: those that may be null, and those in
// collections.
template <class F>
constexpr bool is_boxed() {
  if (F::container == meta::Container::kSingle) return F::nullable;
  return F::container != meta::Container::kArray;
}

}  // namespace wirebed::hessian2_codec
