// xml-jaxb: the documents of JAXB with pugixml, over the table of a struct's fields.
//
// As JAXB does, it skips unknown elements and attributes, and accepts elements in any order. Unlike JAXB, it
// refuses a text that is not a value of its type.
//
// xml-jaxb/pugixml-default reads with the flags that pugixml has by itself, and takes the first element for
// the root.
#pragma once

#include <string>
#include <string_view>

#include "codec.h"
#include "meta.h"

namespace wirebed {

struct XmlJaxb {
  static About about();

  // A document of pugixml cannot be reused: loading or filling it again frees all of its memory.
  using Reused = std::string;
  static constexpr Kept kept{.encoding = "the string that is written to", .decoding = ""};

  static std::string encode(const meta::Class& type, const void* object, const Options& options);
  static std::string_view encode(const meta::Class& type, const void* object, const Options& options,
                                 Reused& reused);
  static Object decode(const meta::Class& type, std::string_view wire, const Options& options);
  static void decode(const meta::Class& type, std::string_view wire, const Options& options, void* object);
};

struct XmlJaxbDefault {
  static About about();

  static Object decode(const meta::Class& type, std::string_view wire, const Options& options);
  static void decode(const meta::Class& type, std::string_view wire, const Options& options, void* object);
};

}  // namespace wirebed
