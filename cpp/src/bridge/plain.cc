// The parts of the bridge of plain structs that do not depend on the struct.
#include "bridge/plain.h"

#include <algorithm>

#include "calendar.h"
#include "decimal_text.h"

namespace wirebed {

namespace plain_value {

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

}  // namespace plain_value

PlainWriting::PlainWriting(const void* root) { seen_.emplace(root, 0); }

PlainWriting::~PlainWriting() = default;

bool PlainWriting::written_before(const void* object) {
  const auto [at, is_new] = seen_.emplace(object, to.offset());
  if (!is_new) to.same_as(at->second);
  return !is_new;
}

void PlainWriting::begin(std::string_view message) {
  if (++depth_ > view::kMaxDepth)
    throw Refusal(FailureStage::kUse, "the object is nested too deep for a view");
  to.begin_record(message);
}

void PlainWriting::end() {
  to.end_record();
  --depth_;
}

PlainReading::PlainReading(std::string_view view) : from(view) {}

PlainReading::~PlainReading() = default;

Object PlainReading::same(std::string_view message) {
  if (from.peek() != '=') return nullptr;
  const std::uint32_t earlier = from.same_as();
  const auto at = std::lower_bound(seen_.begin(), seen_.end(), earlier,
                                   [](const Seen& a, std::uint32_t b) { return a.offset < b; });
  if (at == seen_.end() || at->offset != earlier) from.fail("'=' names no earlier record");
  if (at->message != message) from.fail("'=' names a record of another message");
  return at->object;
}

void PlainReading::begin(std::string_view message) {
  begun_ = from.offset();
  if (++depth_ > view::kMaxDepth) from.fail("the view is nested too deep");
  if (from.begin_record() != message) from.fail("the record is not a " + std::string(message));
}

void PlainReading::remember(std::string_view message, Object object) {
  seen_.push_back({begun_, message, std::move(object)});
}

void PlainReading::at_end() const {
  if (!from.at_end()) from.fail("a view goes on after its record");
}

void PlainReading::no_field(std::string_view message, std::uint32_t number) const {
  from.fail("the struct of " + std::string(message) + " has no field " + std::to_string(number));
}

}  // namespace wirebed
