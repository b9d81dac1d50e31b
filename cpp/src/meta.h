// The vocabulary of plain.h: the types that plain structs hold, and the compile-time list of fields of each
// struct that every codec walks. proto/README.md says what each schema feature becomes.
//
//   meta::Class<T>::Fields::each([&](auto field) { use(field.names.json, field.get(object)); });
//
// A field is an empty tag type whose members are all static, so that a walk compiles to straight code.
#pragma once

#include <array>
#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace wirebed {

using Bytes = std::vector<std::uint8_t>;
using Date = std::chrono::sys_time<std::chrono::milliseconds>;

// A decimal number as its text: the standard library has no type that holds 123.4500 exactly.
struct Decimal {
  std::string text;
  auto operator<=>(const Decimal&) const = default;
};

namespace meta {

// The numbers of PlainType.Kind in proto/wirebed/plain.proto.
enum class Kind : std::uint8_t {
  kNone = 0,
  kInt32 = 1,
  kUint32 = 2,
  kInt64 = 3,
  kUint64 = 4,
  kBool = 5,
  kFloat = 6,
  kDouble = 7,
  kString = 8,
  kBytes = 9,
  kEnum = 10,
  kMessage = 11,
  kDate = 12,
  kDecimal = 13,
  kWrapper = 14,
};

// The numbers of PlainField.Container.
enum class Container : std::uint8_t { kSingle = 0, kList = 1, kArray = 2, kSet = 3, kMap = 4 };

struct Names {
  std::uint32_t number;   // in the schema
  std::string_view json;  // in every plain text format
  std::string_view java;  // of the Java field, hence on a Hessian wire
  std::string_view xml;   // of the element in XML; a literal, so that `data()` ends with a zero
};

// The declared type of one value: of a single field, of an element, of a map's key or value.
//
// A struct holds kEnum as the enum, kMessage as std::shared_ptr<T>, kDate as std::optional<Date>, kWrapper as
// std::optional<T of `wrapped`>, and all others as the type itself.
template <Kind kind_, Kind wrapped_ = Kind::kNone>
struct Value {
  static constexpr Kind kind = kind_;
  static constexpr Kind wrapped = wrapped_;
};

template <class>
struct MemberOf;
template <class C, class M>
struct MemberOf<M C::*> {
  using Class = C;
  using Type = M;
};

// One field of a plain struct. `nullable` says that a single field may be absent: a scalar or enum is then a
// std::optional, while messages, dates and wrappers have an empty state in either case.
template <auto member, Container container_, bool nullable_, class Element_, class Key_ = Value<Kind::kNone>>
struct Field {
  using Class = typename MemberOf<decltype(member)>::Class;
  using Member = typename MemberOf<decltype(member)>::Type;
  using Element = Element_;  // of the value, of each element, of each map value
  using Key = Key_;          // of each map key
  static constexpr Container container = container_;
  static constexpr bool nullable = nullable_;
  static constexpr const Member& get(const Class& object) { return object.*member; }
  static constexpr Member& get(Class& object) { return object.*member; }
};

template <class... Ts>
struct List {
  static constexpr std::size_t size = sizeof...(Ts);
  // Calls f with a tag object of each type, in order.
  template <class F>
  static constexpr void each(F&& f) {
    (f(Ts{}), ...);
  }
};

template <class... Lists>
struct Concat;
template <>
struct Concat<> {
  using Type = List<>;
};
template <class... As>
struct Concat<List<As...>> {
  using Type = List<As...>;
};
template <class... As, class... Bs, class... Rest>
struct Concat<List<As...>, List<Bs...>, Rest...> : Concat<List<As..., Bs...>, Rest...> {};

// Specialised in plain.h for every plain struct: Type, message, java_class, Fields.
template <class T>
struct Class;

struct EnumValue {
  std::int32_t number;
  std::string_view name;  // as declared, the name in text formats
  bool alias;             // an earlier value has the same number
  std::string_view java;  // of the Java constant, hence on a Hessian wire
};

// Specialised in plain.h for every plain enum: name, java_class, values.
template <class E>
struct Enum;

// The name of an enum's value, nullptr when its number has none.
template <class E>
constexpr const std::string_view* enum_name(E value) {
  for (const EnumValue& known : Enum<E>::values) {
    if (known.number == static_cast<std::int32_t>(value)) return &known.name;
  }
  return nullptr;
}

template <class E>
constexpr std::optional<E> enum_value(std::string_view name) {
  for (const EnumValue& known : Enum<E>::values) {
    if (known.name == name) return static_cast<E>(known.number);
  }
  return std::nullopt;
}

// Whether the Java bean holds the field as a primitive or as a type of java.lang: Caucho's serializer writes
// these fields first, all others after them, each group in order of declaration.
template <class F>
constexpr bool is_java_first() {
  if (F::container != Container::kSingle) return false;
  const Kind kind = F::Element::kind == Kind::kWrapper ? F::Element::wrapped : F::Element::kind;
  return kind >= Kind::kInt32 && kind <= Kind::kString;
}

template <class Fields>
struct JavaOrder;
template <class... Fs>
struct JavaOrder<List<Fs...>> {
  using Type = typename Concat<std::conditional_t<is_java_first<Fs>(), List<Fs>, List<>>...,
                               std::conditional_t<is_java_first<Fs>(), List<>, List<Fs>>...>::Type;
};

// The fields of T in the order of a Hessian class definition.
template <class T>
using JavaFields = typename JavaOrder<typename Class<T>::Fields>::Type;

}  // namespace meta
}  // namespace wirebed
