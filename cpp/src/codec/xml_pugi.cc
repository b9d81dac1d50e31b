// The parts of xml that are no templates.
#include "codec/xml_pugi.h"

namespace wirebed {

About XmlPugi::about() {
  const int version = PUGIXML_VERSION;  // 1130 is 1.13
  return {.format = "xml",
          .library = "pugixml",
          .version = std::to_string(version / 1000) + "." + std::to_string(version / 10 % 100)};
}

void XmlPugi::refuse_value(std::string_view what, const std::string& text) {
  throw Refusal(At::kParse, "not " + std::string(what) + ": " + text.substr(0, 80));
}

void XmlPugi::refuse_unnamed(std::string_view name, std::int32_t number) {
  throw Refusal(At::kWrite, std::string(name) + " has no name for " + std::to_string(number));
}

}  // namespace wirebed
