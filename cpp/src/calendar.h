// Days since 1970 as years, months and days, and back: std::chrono::year ends at 32767, but a Date does not.
#pragma once

#include <cstdint>
#include <optional>

#include "meta.h"

namespace wirebed::calendar {

constexpr std::int64_t kMillisPerDay = 86'400'000;

constexpr std::int64_t floor_div(std::int64_t value, std::int64_t by) {
  return value / by - (value % by < 0 ? 1 : 0);
}

// The remainder value - by * floor_div(value, by), whose product may exceed 64 bits.
constexpr std::int64_t floor_mod(std::int64_t value, std::int64_t by) {
  return value % by + (value % by < 0 ? by : 0);
}

struct Civil {
  std::int64_t year;  // 0 is 1 BC
  std::int64_t month;
  std::int64_t day;
};

// Both calendars count days from 1 March of year 0: the Julian one in cycles of four years, the Gregorian one
// in cycles of four hundred.
constexpr std::int64_t day_of(Civil civil, bool julian) {
  const std::int64_t year = civil.year - (civil.month <= 2 ? 1 : 0);
  const std::int64_t of_year =
      (153 * (civil.month > 2 ? civil.month - 3 : civil.month + 9) + 2) / 5 + civil.day - 1;
  const std::int64_t leaps = floor_div(year, 4) - (julian ? 0 : floor_div(year, 100) - floor_div(year, 400));
  return 365 * year + leaps + of_year - (julian ? 719470 : 719468);
}

constexpr Civil civil_of(std::int64_t day, bool julian) {
  day += julian ? 719470 : 719468;
  const std::int64_t cycle = julian ? 1461 : 146097;
  const std::int64_t cycles = floor_div(day, cycle);
  const std::int64_t rest = day - cycles * cycle;
  const std::int64_t years =
      julian ? (rest - rest / 1460) / 365 : (rest - rest / 1460 + rest / 36524 - rest / 146096) / 365;
  const std::int64_t of_year = rest - (365 * years + years / 4 - (julian ? 0 : years / 100));
  const std::int64_t month = (5 * of_year + 2) / 153;  // from March
  const std::int64_t calendar_month = month < 10 ? month + 3 : month - 9;
  return {cycles * (julian ? 4 : 400) + years + (calendar_month <= 2 ? 1 : 0), calendar_month,
          of_year - (153 * month + 2) / 5 + 1};
}

// The Date of this number of milliseconds after the beginning of a day, if there is one.
constexpr std::optional<Date> date_of(std::int64_t day, std::int64_t millis) {
  // Before 1970 this counts back from the end of the day: the first day of the range begins outside of it.
  const std::int64_t back = day < 0 ? 1 : 0;
  std::int64_t total = 0;
  if (__builtin_mul_overflow(day + back, kMillisPerDay, &total) ||
      __builtin_add_overflow(total, millis - back * kMillisPerDay, &total)) {
    return std::nullopt;
  }
  return Date(std::chrono::milliseconds(total));
}

}  // namespace wirebed::calendar
