// xml: the documents of XStream with pugixml, over the table of a struct's fields.
//
// A name in a document only has to be that of the declared struct; no class is looked up by it. Writing is in
// xml_pugi_write.cc, reading in xml_pugi_read.cc.
#pragma once

#include <string>
#include <string_view>

#include "codec.h"
#include "meta.h"

namespace wirebed {

struct XmlPugi {
  static About about();

  // A document of pugixml cannot be reused: loading or filling it again frees all of its memory.
  using Reused = std::string;
  static constexpr Kept kept{.encoding = "the string that is written to", .decoding = ""};

  static std::string encode(const meta::Class& type, const void* object, const Options& options);
  static std::string_view encode(const meta::Class& type, const void* object, const Options& options,
                                 Reused& reused);
  static Object decode(const meta::Class& type, std::string_view wire, const Options& options);
};

}  // namespace wirebed
