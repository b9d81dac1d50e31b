// Splits decimals into unscaled digits and a scale, as BigDecimal holds them.
#include "decimal_text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>

namespace wirebed::decimal {

namespace {

// The value is digits * 10^-scale.
struct Parts {
  bool is_negative;
  std::string_view whole, fraction;
  std::int64_t scale;
};

std::optional<Parts> parse(std::string_view text) {
  const auto skip = [&](std::string_view any) {
    if (text.empty() || any.find(text.front()) == std::string_view::npos) return '\0';
    const char skipped = text.front();
    text.remove_prefix(1);
    return skipped;
  };
  const auto digits = [&] {
    const std::string_view found = text.substr(0, text.find_first_not_of("0123456789"));
    text.remove_prefix(found.size());
    return found;
  };
  Parts parts{skip("+-") == '-', digits(), {}, 0};
  if (skip(".") != '\0') parts.fraction = digits();
  if (parts.whole.empty() && parts.fraction.empty()) return std::nullopt;
  std::int32_t exponent = 0;
  if (skip("eE") != '\0') {
    // from_chars accepts a minus but no plus.
    if (skip("+") != '\0' && text.starts_with('-')) return std::nullopt;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
    if (error != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  parts.scale = static_cast<std::int64_t>(parts.fraction.size()) - exponent;
  using Scale = std::numeric_limits<std::int32_t>;
  if (!text.empty() || parts.scale < Scale::min() || parts.scale > Scale::max()) return std::nullopt;
  return parts;
}

}  // namespace

bool is_valid(std::string_view text) { return parse(text).has_value(); }

std::string to_java(std::string_view text) {
  const std::optional<Parts> parts = parse(text);
  if (!parts) return std::string(text);
  std::string digits(parts->whole);
  digits += parts->fraction;
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  const std::string sign = parts->is_negative && digits != "0" ? "-" : "";
  const std::int64_t scale = parts->scale;
  if (scale == 0) return sign + digits;
  const auto size = static_cast<std::int64_t>(digits.size());
  const std::int64_t exponent = size - 1 - scale;
  if (scale > 0 && exponent >= -6) {
    if (size <= scale) digits.insert(0, static_cast<std::size_t>(scale - size + 1), '0');
    return sign + digits.insert(digits.size() - static_cast<std::size_t>(scale), 1, '.');
  }
  if (size > 1) digits.insert(1, 1, '.');
  if (exponent == 0) return sign + digits;
  return sign + digits + (exponent > 0 ? "E+" : "E") + std::to_string(exponent);
}

}  // namespace wirebed::decimal
