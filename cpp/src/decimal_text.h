// The text of a decimal, by the grammar and the spelling of java.math.BigDecimal.
#pragma once

#include <string>
#include <string_view>

namespace wirebed::decimal {

// Whether BigDecimal(text) accepts the text: a number with an optional exponent, whose scale has 32 bits.
bool is_valid(std::string_view text);

// The result of BigDecimal(text).toString() for a valid text: the same value and scale in one spelling.
std::string to_java(std::string_view text);

}  // namespace wirebed::decimal
