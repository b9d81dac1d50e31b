// The functions that make the generated tables of fields (plain_tables.cc.j2). They check each row against
// the struct.
#pragma once

#include <array>
#include <cstddef>

#include "meta.h"
#include "values.h"

namespace wirebed::meta {

// The type of values.h that stands for the type of a member.
template <class M>
struct Stands {
  using Type = std::conditional_t<std::is_enum_v<M>, AnyEnum, M>;
};
template <class T>
struct Stands<std::shared_ptr<T>> {
  using Type = Object;
};
template <class T>
struct Stands<std::optional<T>> {
  using Type = std::optional<typename Stands<T>::Type>;
};
template <class T>
struct Stands<std::vector<T>> {
  using Type = std::vector<typename Stands<T>::Type>;
};
template <class T>
struct Stands<std::set<T>> {
  using Type = std::set<typename Stands<T>::Type>;
};
template <class K, class T>
struct Stands<std::map<K, T>> {
  using Type = std::map<K, typename Stands<T>::Type>;
};

template <Container container, bool optional, class V, class K>
consteval auto member() {
  if constexpr (container == Container::kMap) {
    return std::type_identity<std::map<Held<K>, Held<V>>>();
  } else if constexpr (container == Container::kSet) {
    return std::type_identity<std::set<Held<V>>>();
  } else if constexpr (container != Container::kSingle) {
    return std::type_identity<std::vector<Held<V>>>();
  } else if constexpr (optional) {
    return std::type_identity<std::optional<Held<V>>>();
  } else {
    return std::type_identity<Held<V>>();
  }
}

struct Names {
  std::uint32_t number;
  std::string_view json;
  std::string_view java;
  std::string_view xml;
};

// The row of a member of the type M, which the tables say holds this.
template <class M, Container container, bool nullable, class V, class K = Value<Kind::kInt32>>
consteval Field field(const Names& names, std::size_t offset, const Class* message, const Enum* enumeration) {
  constexpr bool optional = nullable && !kEmptyByItself<V>;
  using Here = typename Stands<M>::Type;
  static_assert(std::is_same_v<Here, typename decltype(member<container, optional, V, K>())::type>);
  static_assert(sizeof(Here) == sizeof(M) && alignof(Here) == alignof(M));
  return {.number = names.number,
          .offset = static_cast<std::uint32_t>(offset),
          .container = container,
          .nullable = nullable,
          .optional = optional,
          .key = container == Container::kMap ? K::kind : Kind::kNone,
          .type = {V::kind, V::wrapped, message, enumeration},
          .json = names.json,
          .java = names.java,
          .xml = names.xml};
}

template <class T>
void* make_in(Object& place) {
  std::shared_ptr<T> made = std::make_shared<T>();
  T* const object = made.get();
  place = std::move(made);
  return object;
}

}  // namespace wirebed::meta
