// The version, printing and refusals of pugixml's codecs.
#include "codec/pugi.h"

#include <new>

#include "refusal.h"

namespace wirebed::pugi_codec {

namespace {

struct ToString : pugi::xml_writer {
  std::string& bytes;
  explicit ToString(std::string& to) : bytes(to) {}
  void write(const void* data, std::size_t size) override {
    bytes.append(static_cast<const char*>(data), size);
  }
};

}  // namespace

std::string version() {
  constexpr int kVersion = PUGIXML_VERSION;  // 1130 is 1.13
  return std::to_string(kVersion / 1000) + "." + std::to_string(kVersion / 10 % 100);
}

const void* function() { return reinterpret_cast<const void*>(&pugi::get_memory_allocation_function); }

std::vector<DocumentedError> typed_errors() {
  return {{.type = "pugi::xml_parse_result",
           .authority = "pugixml.hpp, xml_document::load_buffer, which returns it with an xml_parse_status"}};
}

StatedSetting walk() {
  return StatedSetting::code("a walk over the table of fields makes and takes the document",
                             "pugixml knows no objects, and no values but texts.")
      .converting({Converted::kNumbers, Converted::kBytes, Converted::kEnums, Converted::kDates,
                   Converted::kDecimals});
}

StatedSetting depth_guard() {
  return StatedSetting::guard("more than 20,000 elements inside each other are refused",
                              "The stack is limited.");
}

StatedSetting kept_to_refuse() {
  return StatedSetting::option(
      "load_buffer", "parse_doctype, parse_fragment",
      "A document type, and what stands beside the root, are kept, so that the codec refuses them.");
}

void load(std::string_view wire, unsigned flags, pugi::xml_document& document) {
  const pugi::xml_parse_result result = document.load_buffer(wire.data(), wire.size(), flags);
  if (result) return;
  if (result.status == pugi::status_out_of_memory) throw std::bad_alloc();
  throw Refusal(FailureStage::kParse,
                std::string(result.description()) + " at byte " + std::to_string(result.offset),
                RefusedBy::kLibrary);
}

void save(const pugi::xml_document& document, const char* indent, unsigned flags, std::string& wire) {
  wire.clear();
  ToString out(wire);
  document.save(out, indent, flags, pugi::encoding_utf8);
}

void refuse(const std::string& reason) { throw Refusal(FailureStage::kParse, reason); }

void refuse_value(std::string_view what, const std::string& text) {
  refuse("not " + std::string(what) + ": " + text.substr(0, 80));
}

}  // namespace wirebed::pugi_codec
