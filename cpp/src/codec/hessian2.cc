// The parts of the Hessian 2 codec that are the same for every struct.
#include "codec/hessian2.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <typeinfo>

namespace wirebed {

About Hessian2::about() {
  return {.format = "hessian2", .library = "wirebed", .version = "1", .canonical = true, .bare = true};
}

Hessian2::Kept& Hessian2::kept() {
  thread_local Kept kept;
  return kept;
}

namespace hessian2_codec {

bool has_envelope(const Options& options) {
  if (options.empty()) return false;
  const auto at = options.find("envelope");
  if (at == options.end()) return false;
  if (at->second != "message") throw CannotCarry("Hessian 2 has no envelope " + at->second);
  return true;
}

void refuse() {
  using ::hessian2::Error;
  try {
    throw;
  } catch (const Error& error) {
    const At stage = error.kind() == Error::Kind::kMalformed  ? At::kParse
                     : error.kind() == Error::Kind::kMismatch ? At::kUse
                                                              : At::kWrite;
    throw Refusal(stage, error.what(), "hessian2::Error");
  }
}

void Reading::start(std::string_view wire) {
  from.Start(bytes_of(wire));
  std::fill_n(known_.begin(), used_, Known{});
  used_ = 0;
  plans_.clear();
  kept_.clear();
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
    // hessian-lite writes a Float through its decimal text: a double of few digits that is no float.
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
