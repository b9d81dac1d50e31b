// What both codecs of pugixml share.
#pragma once

#include <pugixml.hpp>
#include <string>
#include <string_view>

namespace wirebed::pugi_codec {

std::string version();

// Prints the document as UTF-8 and replaces the content of `wire`.
void save(const pugi::xml_document& document, const char* indent, unsigned flags, std::string& wire);

[[noreturn]] void refuse(const std::string& reason);
[[noreturn]] void refuse_value(std::string_view what, const std::string& text);

}  // namespace wirebed::pugi_codec
