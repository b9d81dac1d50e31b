// Java's spelling of numbers and dates, by hand: C++ has its own.
#include "codec/xstream_text.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "calendar.h"

namespace wirebed::xstream_text {

namespace {

using namespace calendar;

constexpr std::string_view kArticle = "com.polarsparc.data.interchange.";
// 15 October 1582, in days since 1970.
constexpr std::int64_t kGregorian = -141'427;

static_assert(day_of({1582, 10, 15}, false) == kGregorian && day_of({1582, 10, 5}, true) == kGregorian);
static_assert(civil_of(kGregorian - 1, true).day == 4);

template <class Real>
std::string spelled(Real value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  if (value == 0) return std::signbit(value) ? "-0.0" : "0.0";
  // The fewest digits that read back as this value, but at least two.
  char scientific[64];
  char* end = std::to_chars(scientific, std::end(scientific), value, std::chars_format::scientific, 1).ptr;
  Real again{};
  std::from_chars(scientific, end, again);
  if (again != value)
    end = std::to_chars(scientific, std::end(scientific), value, std::chars_format::scientific).ptr;
  const std::string_view text(scientific, static_cast<std::size_t>(end - scientific));
  const std::size_t e = text.find('e');
  int exponent = 0;
  std::from_chars(text.data() + e + (text[e + 1] == '+' ? 2 : 1), end, exponent);
  std::string digits;
  for (const char c : text.substr(0, e)) {
    if (c != '.' && c != '-') digits += c;
  }
  while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
  const auto or_zero = [](std::string part) { return part.empty() ? "0" : part; };
  const std::string sign = value < 0 ? "-" : "";
  if (exponent < -3 || exponent >= 7)
    return sign + digits[0] + "." + or_zero(digits.substr(1)) + "E" + std::to_string(exponent);
  if (exponent < 0) return sign + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() < whole) digits.append(whole - digits.size(), '0');
  return sign + digits.substr(0, whole) + "." + or_zero(digits.substr(whole));
}

template <class Real>
bool parse(std::string_view text, Real& value) {
  std::string_view bare = text;
  if (!bare.empty() && (bare[0] == '-' || bare[0] == '+')) bare.remove_prefix(1);
  const bool negative = text.size() > bare.size() && text[0] == '-';
  if (bare == "NaN" || bare == "Infinity") {
    using Limits = std::numeric_limits<Real>;
    value = bare == "NaN" ? Limits::quiet_NaN() : Limits::infinity();
  } else {
    if (bare.empty() || ((bare[0] < '0' || bare[0] > '9') && bare[0] != '.')) return false;
    const auto [end, error] = std::from_chars(bare.data(), bare.data() + bare.size(), value);
    if (end != bare.data() + bare.size() || error == std::errc::invalid_argument) return false;
    // A number beyond the range becomes infinite or zero.
    if (error != std::errc()) value = static_cast<Real>(std::strtold(std::string(bare).c_str(), nullptr));
  }
  if (negative) value = -value;
  return true;
}

// As many digits as `most` at the start of a text, and what must follow them.
bool take(std::string_view& text, std::size_t least, std::size_t most, std::string_view then,
          std::int64_t& value) {
  std::size_t count = 0;
  value = 0;
  while (count < text.size() && count < most && text[count] >= '0' && text[count] <= '9')
    value = value * 10 + (text[count++] - '0');
  if (count < least || text.substr(count, then.size()) != then) return false;
  text.remove_prefix(count + then.size());
  return true;
}

}  // namespace

std::string escaped(std::string_view name) {
  std::string tag;
  for (const char c : name) {
    if (c == '_') {
      tag += "__";
    } else if (c == '$') {
      tag += "_-";
    } else {
      tag += c;
    }
  }
  return tag;
}

std::string class_tag(std::string_view java_class) {
  if (java_class.starts_with(kArticle)) java_class.remove_prefix(kArticle.size());
  return escaped(java_class);
}

std::string from_real(float value) { return spelled(value); }
std::string from_real(double value) { return spelled(value); }
bool to_real(std::string_view text, float& value) { return parse(text, value); }
bool to_real(std::string_view text, double& value) { return parse(text, value); }

std::string from_date(const Date& date) {
  const std::int64_t millis = date.time_since_epoch().count();
  const std::int64_t day = floor_div(millis, kMillisPerDay);
  const std::int64_t clock = floor_mod(millis, kMillisPerDay);
  const Civil civil = civil_of(day, day < kGregorian);
  char text[80];
  std::snprintf(text, sizeof text, "%04lld-%02lld-%02lld%s %02lld:%02lld:%02lld.%lld UTC",
                static_cast<long long>(civil.year > 0 ? civil.year : 1 - civil.year),
                static_cast<long long>(civil.month), static_cast<long long>(civil.day),
                civil.year > 0 ? "" : " BC", static_cast<long long>(clock / 3'600'000),
                static_cast<long long>(clock / 60'000 % 60), static_cast<long long>(clock / 1000 % 60),
                static_cast<long long>(clock % 1000));
  return text;
}

std::optional<Date> to_date(std::string_view text) {
  Civil civil{};
  std::int64_t hour = 0, minute = 0, second = 0, millis = 0;
  if (!take(text, 4, 9, "-", civil.year) || !take(text, 2, 2, "-", civil.month) ||
      !take(text, 2, 2, "", civil.day))
    return std::nullopt;
  if (text.starts_with(" BC")) {
    text.remove_prefix(3);
    civil.year = 1 - civil.year;
  }
  if (!text.starts_with(' ')) return std::nullopt;
  text.remove_prefix(1);
  if (!take(text, 2, 2, ":", hour) || !take(text, 2, 2, ":", minute) || !take(text, 2, 2, ".", second) ||
      !take(text, 1, 3, " UTC", millis) || !text.empty())
    return std::nullopt;
  const bool julian = civil.year < 1582 ||
                      (civil.year == 1582 && (civil.month < 10 || (civil.month == 10 && civil.day < 15)));
  const std::int64_t day = day_of(civil, julian);
  const Civil again = civil_of(day, julian);
  // A date that the calendar does not have comes back as another one.
  if (civil.month < 1 || civil.month > 12 || again.month != civil.month || again.day != civil.day ||
      hour > 23 || minute > 59 || second > 59)
    return std::nullopt;
  const std::int64_t clock = ((hour * 60 + minute) * 60 + second) * 1000 + millis;
  return date_of(day, clock);
}

bool is_scalar_tag(std::string_view tag) {
  for (int kind = 0; kind <= static_cast<int>(meta::Kind::kWrapper); ++kind) {
    if (!tag.empty() && tag == scalar_tag(static_cast<meta::Kind>(kind))) return true;
  }
  return false;
}

}  // namespace wirebed::xstream_text
