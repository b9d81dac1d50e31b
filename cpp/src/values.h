// The C++ types in which plain structs hold their values, and the way from the kind in a table to the type.
//
// The set is closed, so what a codec does with a value is compiled once for each of these types, and not for
// each struct. Two of them stand for many: a std::shared_ptr<T> to a struct is used as a
// std::shared_ptr<void>, an enum as an enum with the same numbers. Both have the same layout as what they
// stand for (tables.h checks what can be checked), and whatever uses them is compiled with
// -fno-strict-aliasing.
#pragma once

#include <type_traits>
#include <utility>

#include "meta.h"

namespace wirebed::meta {

enum class AnyEnum : std::int32_t {};

// The declared type of a value, for templates.
template <Kind kind_, Kind wrapped_ = Kind::kNone>
struct Value {
  static constexpr Kind kind = kind_;
  static constexpr Kind wrapped = wrapped_;
};

namespace detail {

template <class V>
constexpr auto held() {
  if constexpr (V::kind == Kind::kInt32) return std::type_identity<std::int32_t>();
  if constexpr (V::kind == Kind::kUint32) return std::type_identity<std::uint32_t>();
  if constexpr (V::kind == Kind::kInt64) return std::type_identity<std::int64_t>();
  if constexpr (V::kind == Kind::kUint64) return std::type_identity<std::uint64_t>();
  if constexpr (V::kind == Kind::kBool) return std::type_identity<bool>();
  if constexpr (V::kind == Kind::kFloat) return std::type_identity<float>();
  if constexpr (V::kind == Kind::kDouble) return std::type_identity<double>();
  if constexpr (V::kind == Kind::kString) return std::type_identity<std::string>();
  if constexpr (V::kind == Kind::kBytes) return std::type_identity<Bytes>();
  if constexpr (V::kind == Kind::kEnum) return std::type_identity<AnyEnum>();
  if constexpr (V::kind == Kind::kMessage) return std::type_identity<Object>();
  if constexpr (V::kind == Kind::kDate) return std::type_identity<std::optional<Date>>();
  if constexpr (V::kind == Kind::kDecimal) return std::type_identity<Decimal>();
  if constexpr (V::kind == Kind::kWrapper) {
    return std::type_identity<std::optional<typename decltype(held<Value<V::wrapped>>())::type>>();
  }
}

}  // namespace detail

// The type in which a struct holds a value.
template <class V>
using Held = typename decltype(detail::held<V>())::type;

template <class V>
inline constexpr bool kEmptyByItself =
    V::kind == Kind::kMessage || V::kind == Kind::kDate || V::kind == Kind::kWrapper;

// Whether values can be the elements of a set.
template <class V>
inline constexpr bool kInSets = V::kind <= Kind::kEnum || V::kind == Kind::kDecimal;

// Calls f with the Value of a map's key.
template <class F>
[[gnu::always_inline]] inline decltype(auto) visit_key(Kind kind, F&& f) {
  switch (kind) {
    case Kind::kInt32:
      return f(Value<Kind::kInt32>());
    case Kind::kUint32:
      return f(Value<Kind::kUint32>());
    case Kind::kInt64:
      return f(Value<Kind::kInt64>());
    case Kind::kUint64:
      return f(Value<Kind::kUint64>());
    case Kind::kBool:
      return f(Value<Kind::kBool>());
    case Kind::kString:
      return f(Value<Kind::kString>());
    default:
      __builtin_unreachable();
  }
}

// Calls f with the Value of a wrapper of this kind.
template <class F>
[[gnu::always_inline]] inline decltype(auto) visit_wrapper(Kind wrapped, F&& f) {
  switch (wrapped) {
    case Kind::kFloat:
      return f(Value<Kind::kWrapper, Kind::kFloat>());
    case Kind::kDouble:
      return f(Value<Kind::kWrapper, Kind::kDouble>());
    case Kind::kBytes:
      return f(Value<Kind::kWrapper, Kind::kBytes>());
    default:
      return visit_key(wrapped,
                       [&]<class V>(V) -> decltype(auto) { return f(Value<Kind::kWrapper, V::kind>()); });
  }
}

// Calls f with the Value of a type. All kinds are in one switch, since every field of every object goes
// through it.
template <class F>
[[gnu::always_inline]] inline decltype(auto) visit(const Type& type, F&& f) {
  switch (type.kind) {
    case Kind::kInt32:
      return f(Value<Kind::kInt32>());
    case Kind::kUint32:
      return f(Value<Kind::kUint32>());
    case Kind::kInt64:
      return f(Value<Kind::kInt64>());
    case Kind::kUint64:
      return f(Value<Kind::kUint64>());
    case Kind::kBool:
      return f(Value<Kind::kBool>());
    case Kind::kFloat:
      return f(Value<Kind::kFloat>());
    case Kind::kDouble:
      return f(Value<Kind::kDouble>());
    case Kind::kString:
      return f(Value<Kind::kString>());
    case Kind::kBytes:
      return f(Value<Kind::kBytes>());
    case Kind::kEnum:
      return f(Value<Kind::kEnum>());
    case Kind::kMessage:
      return f(Value<Kind::kMessage>());
    case Kind::kDate:
      return f(Value<Kind::kDate>());
    case Kind::kDecimal:
      return f(Value<Kind::kDecimal>());
    case Kind::kWrapper:
      return visit_wrapper(type.wrapped, std::forward<F>(f));
    default:
      __builtin_unreachable();
  }
}

// The place of a field in an object.
inline void* at(void* object, const Field& field) { return static_cast<char*>(object) + field.offset; }
inline const void* at(const void* object, const Field& field) {
  return static_cast<const char*>(object) + field.offset;
}

// The value of a single field, or null if it is absent.
template <class V>
[[gnu::always_inline]] inline const Held<V>* find(const Field& field, const void* place) {
  if constexpr (kEmptyByItself<V>) {
    const auto* value = static_cast<const Held<V>*>(place);
    return *value ? value : nullptr;
  } else if (field.optional) {
    const auto& value = *static_cast<const std::optional<Held<V>>*>(place);
    return value ? &*value : nullptr;
  }
  return static_cast<const Held<V>*>(place);
}

// The place of the value of a single field, to be assigned.
template <class V>
[[gnu::always_inline]] inline Held<V>& hold(const Field& field, void* place) {
  if constexpr (!kEmptyByItself<V>) {
    if (field.optional) return static_cast<std::optional<Held<V>>*>(place)->emplace();
  }
  return *static_cast<Held<V>*>(place);
}

}  // namespace wirebed::meta
