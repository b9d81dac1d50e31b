// The parts of plain_value.h that are compiled once.
#include "bridge/plain_value.h"

#include "calendar.h"

namespace wirebed::plain_value {

namespace {

constexpr std::string_view kTimestamp = "google.protobuf.Timestamp";
constexpr std::int64_t kMillisPerSecond = 1000;
constexpr std::int64_t kNanosPerMilli = 1'000'000;
constexpr std::int64_t kNanosPerSecond = 1'000'000'000;

}  // namespace

void refuse_unnamed(std::string_view name, std::int32_t number) {
  throw Refusal(FailureStage::kWrite, std::string(name) + " has no name for " + std::to_string(number));
}

void read_maybe_decimal(Decimal& value, view::Reader& from) {
  value.text = from.text();
  if (!value.text.empty() && !decimal::is_valid(value.text)) from.fail("no decimal number: " + value.text);
}

void write_date(const Date& date, view::Writer& to) {
  const std::int64_t millis = date.time_since_epoch().count();
  to.begin_record(kTimestamp);
  to.field(1);
  to.integer(calendar::floor_div(millis, kMillisPerSecond));
  to.field(2);
  to.integer(calendar::floor_mod(millis, kMillisPerSecond) * kNanosPerMilli);
  to.end_record();
}

Date read_date(view::Reader& from) {
  if (from.begin_record() != kTimestamp) from.fail("the record is not a google.protobuf.Timestamp");
  std::int64_t seconds = 0;
  std::int64_t nanos = 0;
  while (const std::uint32_t number = from.field()) {
    if (number != 1 && number != 2) from.fail("a Timestamp has the fields 1 and 2 only");
    (number == 1 ? seconds : nanos) = from.int64();
  }
  if (nanos < 0 || nanos >= kNanosPerSecond) from.fail("nanoseconds that are no part of a second");
  std::int64_t millis = 0;
  if (__builtin_mul_overflow(seconds, kMillisPerSecond, &millis) ||
      __builtin_add_overflow(millis, nanos / kNanosPerMilli, &millis)) {
    from.fail("the Timestamp is beyond the range of milliseconds in 64 bits");
  }
  return Date(std::chrono::milliseconds(millis));
}

}  // namespace wirebed::plain_value
