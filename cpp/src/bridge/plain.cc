// The parts of the bridge of plain structs that are the same for every struct.
#include "bridge/plain.h"

namespace wirebed {

namespace plain_value {

namespace {

constexpr std::string_view kTimestamp = "google.protobuf.Timestamp";
constexpr std::int64_t kMillisPerSecond = 1000;
constexpr std::int64_t kNanosPerMilli = 1'000'000;

constexpr std::int64_t floor_div(std::int64_t value, std::int64_t by) {
  return value / by - (value % by < 0 ? 1 : 0);
}

}  // namespace

void write_date(const Date& date, view::Writer& to) {
  const std::int64_t millis = date.time_since_epoch().count();
  const std::int64_t seconds = floor_div(millis, kMillisPerSecond);
  to.begin_record(kTimestamp);
  to.field(1);
  to.integer(seconds);
  to.field(2);
  to.integer((millis - seconds * kMillisPerSecond) * kNanosPerMilli);
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
  std::int64_t millis = 0;
  if (__builtin_mul_overflow(seconds, kMillisPerSecond, &millis) ||
      __builtin_add_overflow(millis, floor_div(nanos, kNanosPerMilli), &millis)) {
    from.fail("the Timestamp is beyond the range of milliseconds in 64 bits");
  }
  return Date(std::chrono::milliseconds(millis));
}

}  // namespace plain_value

const Object& PlainReading::same(std::string_view message) {
  const std::uint32_t earlier = from.same_as();
  const auto at = std::lower_bound(seen.begin(), seen.end(), earlier,
                                   [](const Seen& a, std::uint32_t b) { return a.offset < b; });
  if (at == seen.end() || at->offset != earlier) from.fail("'=' names no earlier record");
  if (at->message != message) from.fail("'=' names a record of another message");
  return at->object;
}

}  // namespace wirebed
