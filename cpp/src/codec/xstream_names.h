// The names of XStream's elements: of structs and enums, of their fields, and of scalars in a collection.
#pragma once

#include <string>
#include <vector>

#include "codec/xstream_text.h"
#include "derived.h"
#include "meta.h"

namespace wirebed::xstream_names {

struct ClassTags {
  static constexpr std::size_t kSlot = 1;
  explicit ClassTags(const meta::Class& type) : tag(xstream_text::class_tag(type.java_class)) {
    for (const meta::Field& field : type.fields) fields.push_back(xstream_text::escaped(field.java));
  }

  std::string tag;
  std::vector<std::string> fields;  // in the order of the table
};

struct EnumTag {
  static constexpr std::size_t kSlot = 1;
  explicit EnumTag(const meta::Enum& type) : tag(xstream_text::class_tag(type.java_class)) {}

  std::string tag;
};

inline const ClassTags& tags_of(const meta::Class& type) { return meta::derived<ClassTags>(type); }

// The element name of a value in a collection.
inline std::string_view element_tag(const meta::Type& type) {
  if (type.kind == meta::Kind::kMessage) return tags_of(*type.message).tag;
  if (type.kind == meta::Kind::kEnum) return meta::derived<EnumTag>(*type.enumeration).tag;
  return xstream_text::scalar_tag(type.kind == meta::Kind::kWrapper ? type.wrapped : type.kind);
}

}  // namespace wirebed::xstream_names
