// xml: the documents of XStream with pugixml, over the table of a struct's fields.
//
// A name in a document only has to be that of the declared struct; no class is looked up by it. Writing is in
// xml_pugi_write.cc, reading in xml_pugi_read.cc.
#pragma once

#include "codec/pugi.h"

namespace wirebed {

struct XmlPugi : pugi_codec::EncodesInto<XmlPugi> {
  using EncodesInto::encode;

  static About about();
  static std::string_view encode(const meta::Class& type, const void* object, const Options& options,
                                 Reused& reused);
  static Object decode(const meta::Class& type, std::string_view wire, const Options& options);
};

}  // namespace wirebed
