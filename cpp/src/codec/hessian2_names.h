// The Java names on a Hessian wire, and the class definitions made from them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "derived.h"
#include "hessian2/shape.h"
#include "meta.h"

namespace wirebed::hessian2_codec {

using ::hessian2::Shape;

// The class definition of a plain struct. Caucho's serializer writes the fields first that the Java bean
// holds as a primitive or as a type of java.lang, and then all others, each group in order of declaration.
struct ClassNames {
  static constexpr std::size_t kSlot = 0;
  explicit ClassNames(const meta::Class& type);

  const meta::Class& type;
  std::vector<meta::Field> fields;  // in Caucho's order
  Shape shape;
  std::string array;  // the type of a Java array
};

// An enum is an object with the constant's name.
struct EnumNames {
  static constexpr std::size_t kSlot = 0;
  explicit EnumNames(const meta::Enum& type);

  Shape shape;
  std::string array;
};

inline const ClassNames& names_of(const meta::Class& type) { return meta::derived<ClassNames>(type); }
inline const EnumNames& names_of(const meta::Enum& type) { return meta::derived<EnumNames>(type); }

extern const Shape decimal_shape;
// A boxed Float. A primitive one is a double.
extern const Shape float_shape;

// The type of a Java array of these elements. It outlives every writer.
std::string_view array_type(const meta::Type& type);

// Whether Java holds the values of a field boxed, as objects: those that may be null, and those in
// collections.
inline bool is_boxed(const meta::Field& field) {
  if (field.container == meta::Container::kSingle) return field.nullable;
  return field.container != meta::Container::kArray;
}

}  // namespace wirebed::hessian2_codec
