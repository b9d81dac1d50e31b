// The version, printing and refusals of pugixml's codecs.
#include "codec/pugi.h"

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
