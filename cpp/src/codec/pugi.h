// The parts that all codecs of pugixml share.
#pragma once

#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "codec/own_objects.h"

namespace wirebed::pugi_codec {

std::string version();
// A function of the library, by which the file of it is found.
const void* function();

constexpr const char* kNamespace = "pugi::";
std::vector<DocumentedError> typed_errors();

// A document of pugixml cannot be reused: loading or filling it again frees all of its memory.
template <class Codec>
struct EncodesInto : wirebed::EncodesInto<Codec> {
  static constexpr Kept kept{.encoding = "the string that is written to", .decoding = ""};
};

// Prints the document as UTF-8 and replaces the content of `wire`.
void save(const pugi::xml_document& document, const char* indent, unsigned flags, std::string& wire);

// The code of both codecs, which pugixml gives nothing but texts.
StatedSetting walk();

// The option of both codecs by which the parser keeps what they refuse.
StatedSetting kept_to_refuse();

StatedSetting depth_guard();

// Parses a document, or passes on the library's refusal.
void load(std::string_view wire, unsigned flags, pugi::xml_document& document);

// A refusal by the codec, of what pugixml has parsed.
[[noreturn]] void refuse(const std::string& reason);
[[noreturn]] void refuse_value(std::string_view what, const std::string& text);

}  // namespace wirebed::pugi_codec
