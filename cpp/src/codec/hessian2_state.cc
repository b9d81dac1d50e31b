// Reads what a struct needs of numbers and classes beyond the library.
#include "codec/hessian2_state.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "decimal_text.h"

namespace wirebed::hessian2_codec {

void Reading::start(std::string_view wire) {
  from.Start(bytes_of(wire));
  std::fill_n(known_.begin(), used_, Known{});
  used_ = 0;
  plans_.clear();
  map_places_.clear();
  waiting_.reset();
}

void Reading::require_class(std::string_view name, const Shape& shape, std::size_t offset) const {
  if (name == shape.name()) return;
  from.Mismatch(offset,
                "an object of " + std::string(name) + " where " + std::string(shape.name()) + " is declared");
}

void Reading::require_once(bool first, std::string_view field) const {
  if (!first)
    from.Mismatch(from.offset(), "the field " + std::string(field) + " of a typed map stands twice");
}

void Reading::without_field(const Shape& shape, std::size_t offset) const {
  from.Mismatch(offset, std::string(shape.name()) + " without its field " + std::string(shape.fields()[0]));
}

void Reading::put_off(const ::hessian2::Error& error, std::uint32_t ref) {
  if (!waiting_) waiting_ = error;
  for (std::size_t i = ref; i < used_; ++i) known_[i] = {};
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
  from.Peek();
  const std::size_t offset = from.offset();
  from.ReadString(text);
  if (!decimal::is_valid(text)) from.Mismatch(offset, "no decimal number: " + text);
}

}  // namespace wirebed::hessian2_codec
