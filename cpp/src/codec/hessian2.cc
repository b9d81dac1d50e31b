// The parts of the Hessian 2 codec that do not depend on the struct.
#include "codec/hessian2.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <typeinfo>

#include "bridge/bare.h"

namespace wirebed {

About Hessian2::about() {
  return {.format = "hessian2", .library = "wirebed", .version = "1", .canonical = true, .bare = true};
}

Hessian2::Reused& Hessian2::reused() {
  thread_local Reused reused;
  return reused;
}

std::string Hessian2::encode_bare(view::Reader& from, const Options& options) {
  ::hessian2::Document document;
  bare::build(from, document);
  Writing& writing = Hessian2::reused().writing;
  writing.start();
  const bool envelope = hessian2_codec::has_envelope(options);
  try {
    if (envelope) writing.to.StartMessage();
    ::hessian2::WriteValue(writing.to, document.root);
    if (envelope) writing.to.CompleteMessage();
  } catch (const ::hessian2::Error&) {
    hessian2_codec::refuse();
  }
  return std::string(hessian2_codec::text_of(writing.to.bytes()));
}

void Hessian2::decode_bare(std::string_view wire, const Options& options, view::Writer& to) {
  const bool envelope = hessian2_codec::has_envelope(options);
  ::hessian2::Reader from(hessian2_codec::bytes_of(wire), {.rewind = false});
  ::hessian2::Document document;
  try {
    if (envelope) from.ReadMessageStart();
    ::hessian2::ReadValue(from, document);
    if (envelope) from.ReadMessageEnd();
    from.Finish();
  } catch (const ::hessian2::Error&) {
    hessian2_codec::refuse();
  }
  bare::show(document, to);
}

namespace hessian2_codec {

bool has_envelope(const Options& options) {
  if (options.empty()) return false;
  const auto at = options.find("envelope");
  if (at == options.end()) return false;
  if (at->second != "message") throw UnsupportedError("Hessian 2 has no envelope " + at->second);
  return true;
}

void refuse() {
  using ::hessian2::Error;
  try {
    throw;
  } catch (const Error& error) {
    const FailureStage stage = error.kind() == Error::Kind::kMalformed  ? FailureStage::kParse
                               : error.kind() == Error::Kind::kMismatch ? FailureStage::kUse
                                                                        : FailureStage::kWrite;
    throw Refusal(stage, error.what(), "hessian2::Error");
  }
}

void Reading::start(std::string_view wire) {
  from.Start(bytes_of(wire));
  std::fill_n(known_.begin(), used_, Known{});
  used_ = 0;
  plans_.clear();
  map_places_.clear();
}

void Reading::require_class(std::uint32_t index, const Shape& shape, std::size_t offset) const {
  const std::string_view name = from.class_at(index).name;
  if (name == shape.name()) return;
  from.Mismatch(offset,
                "an object of " + std::string(name) + " where " + std::string(shape.name()) + " is declared");
}

void Reading::grow(std::uint32_t ref) { known_.resize(2 * std::size_t{ref} + 64); }

float Reading::narrow(double wide, bool is_double, std::size_t offset) const {
  if (std::isnan(wide)) return static_cast<float>(wide);
  const auto rounded = static_cast<float>(wide);
  if (is_double && std::isfinite(rounded) && rounded != 0) {
    // hessian-lite writes a Float through its decimal text, as a double of few digits that is not a float.
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", wide);
    if (std::strtod(text, nullptr) == wide) return rounded;
  }
  from.Mismatch(offset, "a number that is no float");
}

void Reading::read_decimal(std::string& text) {
  const std::size_t offset = from.offset();
  from.ReadString(text);
  if (!decimal::is_valid(text)) from.Mismatch(offset, "no decimal number: " + text);
}

}  // namespace hessian2_codec
}  // namespace wirebed
