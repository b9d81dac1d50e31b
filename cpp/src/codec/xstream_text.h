// Names and scalars in XStream's XML, spelled as Java spells them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "meta.h"

namespace wirebed::xstream_text {

// A Java name as the name of an element, in which XStream escapes $ and _.
std::string escaped(std::string_view name);
// Seed S2 gives its classes their simple names.
std::string class_tag(std::string_view java_class);

// Java's layout: 17.2, 1.0E10, NaN, Infinity.
std::string from_real(float value);
std::string from_real(double value);
// Narrows as Java does: a number beyond the range of a float becomes infinite.
bool to_real(std::string_view text, float& value);
bool to_real(std::string_view text, double& value);

// 1975-02-01 15:32:45.761 UTC, by java.text.SimpleDateFormat: milliseconds are a number without leading
// zeros, days before 15 October 1582 are those of the Julian calendar, and years before 1 say BC.
std::string from_date(const Date& date);
std::optional<Date> to_date(std::string_view text);

// The element name of a scalar in a collection; empty for objects and enums.
constexpr std::string_view scalar_tag(meta::Kind kind) {
  using meta::Kind;
  switch (kind) {
    case Kind::kInt32:
      return "int";
    case Kind::kUint32:
    case Kind::kInt64:
    case Kind::kUint64:
      return "long";
    case Kind::kBool:
      return "boolean";
    case Kind::kFloat:
      return "float";
    case Kind::kDouble:
      return "double";
    case Kind::kString:
      return "string";
    case Kind::kBytes:
      return "byte-array";
    case Kind::kDate:
      return "date";
    case Kind::kDecimal:
      return "big-decimal";
    default:
      return "";
  }
}
bool is_scalar_tag(std::string_view tag);

}  // namespace wirebed::xstream_text
