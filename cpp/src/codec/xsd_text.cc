// The text of an XML schema's simple types.
#include "codec/xsd_text.h"

#include <algorithm>
#include <charconv>

#include "bridge/plain_value.h"
#include "calendar.h"
#include "codec/text_forms.h"
#include "codec/xstream_text.h"
#include "refusal.h"

namespace wirebed::xsd_text {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";
// The most digits that the exponent of a decimal may cause.
constexpr std::size_t kMostDigits = 1 << 20;

template <class Real>
std::string real(Real value) {
  const std::string text = xstream_text::from_real(value);
  return text == "Infinity" ? "INF" : text == "-Infinity" ? "-INF" : text;
}

template <class Real>
bool parse(std::string_view text, Real& value) {
  if (text == "INF" || text == "-INF")
    return xstream_text::to_real(text == "INF" ? "Infinity" : "-Infinity", value);
  const bool is_named = text.find_first_not_of("+-0123456789.eE") != std::string_view::npos;
  return (!is_named || text == "NaN") && xstream_text::to_real(text, value);
}

// The time of an xs:dateTime has seconds and a zone, which is at most 14 hours away.
bool is_time(std::string_view time) {
  if (time.size() < 9 || time[2] != ':' || time[5] != ':') return false;
  if (time.back() == 'Z') return true;
  const std::string_view zone = time.substr(time.size() - 6);
  const bool has_form = (zone[0] == '+' || zone[0] == '-') && zone[3] == ':';
  return has_form && (zone.substr(1, 2) < "14" || zone.substr(1) == "14:00");
}

// 24:00:00 is the first instant of the next day, which text_forms does not know.
bool is_end_of_day(std::string_view time) {
  constexpr std::string_view kEnd = "24:00:00";
  if (!time.starts_with(kEnd)) return false;
  time.remove_prefix(kEnd.size());
  if (time.starts_with('.')) time.remove_prefix(std::min(time.find_first_not_of('0', 1), time.size()));
  return time.starts_with('Z') || time.starts_with('+') || time.starts_with('-');
}

std::optional<Date> after_a_day(const std::optional<Date>& date) {
  std::int64_t millis = 0;
  if (!date || __builtin_add_overflow(date->time_since_epoch().count(), calendar::kMillisPerDay, &millis))
    return std::nullopt;
  return Date(std::chrono::milliseconds(millis));
}

std::string year_text(long long year) {
  const std::string digits = std::to_string(year);
  return std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const std::size_t start = text.find_first_not_of(kBlanks);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(kBlanks) - start + 1);
}

std::string without_blanks(std::string_view text) {
  std::string rest;
  for (const char c : text) {
    if (kBlanks.find(c) == std::string_view::npos) rest += c;
  }
  return rest;
}

std::string from_real(float value) { return real(value); }
std::string from_real(double value) { return real(value); }
bool to_real(std::string_view text, float& value) { return parse(text, value); }
bool to_real(std::string_view text, double& value) { return parse(text, value); }

// Unlike in ISO 8601, a year of more than four digits has no sign, and before the year 1 comes the year -1.
std::string from_date(const Date& date) {
  std::string text = text_forms::from_date(date);
  if (text.starts_with('+')) return text.substr(1);
  const bool is_negative = text.starts_with('-');
  if (!is_negative && !text.starts_with("0000")) return text;
  const std::size_t end = text.find('-', 1);
  return "-" + year_text(std::stoll(text.substr(is_negative, end - is_negative)) + 1) + text.substr(end);
}

std::optional<Date> to_date(std::string_view text) {
  const std::size_t time = std::min(text.find('T'), text.size() - 1) + 1;
  if (!is_time(text.substr(time))) return std::nullopt;
  if (is_end_of_day(text.substr(time))) return after_a_day(to_date(std::string(text).replace(time, 2, "00")));
  const bool is_negative = text.starts_with('-');
  const std::string_view rest = text.substr(is_negative ? 1 : 0);
  const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  if (digits < 4 || digits > 9 || rest.starts_with("0000-")) return std::nullopt;
  if (!is_negative) return text_forms::to_date(digits > 4 ? "+" + std::string(text) : std::string(text));
  const long long year = std::stoll(std::string(rest.substr(0, digits))) - 1;
  return text_forms::to_date((year > 0 ? "-" : "") + year_text(year) + std::string(rest.substr(digits)));
}

std::string from_decimal(std::string_view text) {
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  if (e == text.size()) return std::string(text);
  std::string_view exponent_text = text.substr(e + 1);
  if (exponent_text.starts_with('+')) exponent_text.remove_prefix(1);
  long exponent = 0;
  const auto parsed =
      std::from_chars(exponent_text.data(), exponent_text.data() + exponent_text.size(), exponent);
  std::string_view number = text.substr(0, e);
  const bool is_negative = number.starts_with('-');
  if (is_negative || number.starts_with('+')) number.remove_prefix(1);
  const std::size_t point = std::min(number.find('.'), number.size());
  std::string digits(number.substr(0, point));
  if (point < number.size()) digits += number.substr(point + 1);
  if (parsed.ec != std::errc() || exponent > static_cast<long>(kMostDigits) ||
      exponent < -static_cast<long>(kMostDigits))
    throw Refusal(FailureStage::kWrite,
                  "xs:decimal has no exponent, and this is too long without: " + std::string(text));
  // The place of the decimal point, once the exponent has moved it.
  long place = static_cast<long>(point) + exponent;
  if (place <= 0) {
    digits.insert(0, static_cast<std::size_t>(1 - place), '0');
    place = 1;
  }
  if (digits.size() < static_cast<std::size_t>(place))
    digits.append(static_cast<std::size_t>(place) - digits.size(), '0');
  std::string plain = digits.substr(0, static_cast<std::size_t>(place));
  plain.erase(0, std::min(plain.find_first_not_of('0'), plain.size() - 1));
  if (static_cast<std::size_t>(place) < digits.size())
    plain += "." + digits.substr(static_cast<std::size_t>(place));
  return (is_negative ? "-" : "") + plain;
}

bool is_decimal(std::string_view text) {
  return decimal::is_valid(text) && text.find_first_of("eE") == std::string_view::npos;
}

}  // namespace wirebed::xsd_text
