// xml-jaxb: the documents of JAXB with pugixml, over the table of a struct's fields.
//
// As JAXB does, it skips unknown elements and attributes, and accepts elements in any order. Unlike JAXB, it
// refuses a text that is not a value of its type.
//
// xml-jaxb/pugixml-default reads with the flags that pugixml has by itself, and takes the first element for
// the root.
#pragma once

#include "codec/own_objects.h"
#include "codec/pugi.h"

namespace wirebed {

struct XmlJaxb : pugi_codec::EncodesInto<XmlJaxb>, DecodesInto<XmlJaxb> {
  using DecodesInto::decode;
  using EncodesInto::encode;

  static About about();
  static std::string_view encode(const meta::Class& type, const void* object, const Options& options,
                                 Reused& reused);
  static void decode(const meta::Class& type, std::string_view wire, const Options& options, void* object);
};

struct XmlJaxbDefault : DecodesInto<XmlJaxbDefault> {
  using DecodesInto::decode;

  static About about();
  static void decode(const meta::Class& type, std::string_view wire, const Options& options, void* object);
};

}  // namespace wirebed
