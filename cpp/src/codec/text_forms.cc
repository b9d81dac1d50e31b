// ISO 8601 and base64, by hand: the standard library of C++20 in g++ 12 has neither.
#include "codec/text_forms.h"

#include <array>
#include <cstdio>
#include <cstdlib>

#include "calendar.h"

namespace wirebed::text_forms {

namespace {

using namespace calendar;

// Reads a text from its start. A member that returns nothing leaves the text unchanged.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}
  bool done() const { return text_.empty(); }
  bool skip(char expected) {
    if (text_.empty() || text_.front() != expected) return false;
    text_.remove_prefix(1);
    return true;
  }
  std::size_t digits_ahead() const {
    const std::size_t end = text_.find_first_not_of("0123456789");
    return end == std::string_view::npos ? text_.size() : end;
  }
  std::optional<std::int64_t> number(std::size_t digits) {
    if (digits == 0 || digits > 9 || digits_ahead() < digits) return std::nullopt;
    std::int64_t value = 0;
    std::from_chars(text_.data(), text_.data() + digits, value);
    text_.remove_prefix(digits);
    return value;
  }
  // The two digits of a part of a date or time, in its range.
  std::optional<int> part(int least, int most) {
    const auto value = number(2);
    if (!value || *value < least || *value > most) return std::nullopt;
    return static_cast<int>(*value);
  }
  // Milliseconds of a fraction of any length.
  std::int64_t fraction() {
    const std::size_t digits = digits_ahead();
    std::int64_t millis = 0;
    for (std::size_t i = 0; i < 3; ++i) millis = millis * 10 + (i < digits ? text_[i] - '0' : 0);
    text_.remove_prefix(digits);
    return millis;
  }

 private:
  std::string_view text_;
};

std::optional<std::int64_t> scan_day(Scanner& in) {
  const bool negative = in.skip('-');
  const bool is_signed = negative || in.skip('+');
  const std::size_t digits = in.digits_ahead();
  if (digits < 4 || (digits > 4 && !is_signed)) return std::nullopt;
  const auto year = in.number(digits);
  if (!year || !in.skip('-')) return std::nullopt;
  const auto month = in.part(1, 12);
  if (!month || !in.skip('-')) return std::nullopt;
  const auto day = in.part(1, 31);
  if (!day) return std::nullopt;
  const std::int64_t number = day_of({negative ? -*year : *year, *month, *day}, false);
  if (civil_of(number, false).day != *day) return std::nullopt;  // 31 April
  return number;
}

std::optional<std::int64_t> scan_time(Scanner& in) {
  const auto hours = in.part(0, 23);
  if (!hours || !in.skip(':')) return std::nullopt;
  const auto minutes = in.part(0, 59);
  if (!minutes) return std::nullopt;
  std::int64_t millis = (*hours * 60 + *minutes) * 60'000;
  if (in.skip(':')) {
    const auto seconds = in.part(0, 59);
    if (!seconds) return std::nullopt;
    millis += *seconds * 1000;
    if (in.skip('.')) {
      if (in.digits_ahead() == 0) return std::nullopt;
      millis += in.fraction();
    }
  }
  return millis;
}

std::optional<std::int64_t> scan_offset(Scanner& in) {
  if (in.skip('Z')) return 0;
  const bool west = in.skip('-');
  if (!west && !in.skip('+')) return std::nullopt;
  const auto hours = in.part(0, 23);
  in.skip(':');
  const auto minutes = in.part(0, 59);
  if (!hours || !minutes) return std::nullopt;
  return (*hours * 60 + *minutes) * (west ? -60'000 : 60'000);
}

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> sextets() {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    values[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::int8_t>(i);
  }
  return values;
}

}  // namespace

std::string from_date(const Date& date) {
  const std::int64_t millis = date.time_since_epoch().count();
  const int of_day = static_cast<int>(floor_mod(millis, kMillisPerDay));
  const Civil civil = civil_of(floor_div(millis, kMillisPerDay), false);
  const char* sign = civil.year < 0 ? "-" : civil.year > 9999 ? "+" : "";
  char text[64];
  std::snprintf(text, sizeof text, "%s%04lld-%02d-%02dT%02d:%02d:%02d.%03dZ", sign,
                std::abs(static_cast<long long>(civil.year)), static_cast<int>(civil.month),
                static_cast<int>(civil.day), of_day / 3'600'000, of_day / 60'000 % 60, of_day / 1000 % 60,
                of_day % 1000);
  return text;
}

std::optional<Date> to_date(std::string_view text) {
  Scanner in(text);
  const auto day = scan_day(in);
  if (!day || !in.skip('T')) return std::nullopt;
  const auto time = scan_time(in);
  if (!time) return std::nullopt;
  const auto offset = scan_offset(in);
  if (!offset || !in.done()) return std::nullopt;
  return date_of(*day, *time - *offset);
}

std::string from_bytes(const Bytes& bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t left = bytes.size() - at;
    const unsigned group =
        bytes[at] << 16 | (left > 1 ? bytes[at + 1] << 8 : 0) | (left > 2 ? bytes[at + 2] : 0);
    text += kAlphabet[group >> 18];
    text += kAlphabet[group >> 12 & 63];
    text += left > 1 ? kAlphabet[group >> 6 & 63] : '=';
    text += left > 2 ? kAlphabet[group & 63] : '=';
  }
  return text;
}

std::optional<Bytes> to_bytes(std::string_view text) {
  static constexpr auto kSextets = sextets();
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && !text.empty() && text.back() == '=') {
    text.remove_suffix(1);
    ++padding;
  }
  Bytes bytes;
  bytes.reserve(text.size() * 3 / 4);
  unsigned bits = 0;
  int held = 0;
  for (const char letter : text) {
    const std::int8_t sextet = kSextets[static_cast<unsigned char>(letter)];
    if (sextet < 0) return std::nullopt;
    bits = bits << 6 | static_cast<unsigned>(sextet);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes.push_back(static_cast<std::uint8_t>(bits >> held));
    bits &= (1u << held) - 1;
  }
  if (bits != 0) return std::nullopt;
  return bytes;
}

}  // namespace wirebed::text_forms
