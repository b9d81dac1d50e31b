// The text of an XML schema's simple types, for xml-jaxb.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "meta.h"

namespace wirebed::xsd_text {

std::string_view trimmed(std::string_view text);
std::string without_blanks(std::string_view text);

// xs:float and xs:double, spelled as Java does: 17.2, 1.0E10, NaN, INF.
std::string from_real(float value);
std::string from_real(double value);
bool to_real(std::string_view text, float& value);
bool to_real(std::string_view text, double& value);

// xs:dateTime in UTC; read with any offset.
std::string from_date(const Date& date);
std::optional<Date> to_date(std::string_view text);

// xs:decimal, which has no exponent: 1E+3 is written as 1000.
std::string from_decimal(std::string_view text);
bool is_decimal(std::string_view text);

}  // namespace wirebed::xsd_text
