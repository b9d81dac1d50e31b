// Dates of every era, and base64 at every remainder.
#include "codec/text_forms.h"

#include <gtest/gtest.h>

#include <limits>

namespace wirebed::text_forms {
namespace {

Date date(std::int64_t millis) { return Date(std::chrono::milliseconds(millis)); }

TEST(TextForms, DatesAreIso8601) {
  EXPECT_EQ(from_date(date(0)), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(from_date(date(-1)), "1969-12-31T23:59:59.999Z");
  EXPECT_EQ(from_date(date(-62135596800000)), "0001-01-01T00:00:00.000Z");
  EXPECT_EQ(from_date(date(253402300799999)), "9999-12-31T23:59:59.999Z");
  EXPECT_EQ(from_date(date(253402300800000)), "+10000-01-01T00:00:00.000Z");
  EXPECT_EQ(from_date(date(-62198755200000)), "-0001-01-01T00:00:00.000Z");
}

TEST(TextForms, DatesComeBack) {
  for (const std::int64_t millis :
       {std::int64_t{0}, std::int64_t{-1}, std::int64_t{951782400000}, std::int64_t{-62198755200001},
        std::int64_t{253402300800000}, std::numeric_limits<std::int64_t>::max(),
        std::numeric_limits<std::int64_t>::min()}) {
    EXPECT_EQ(to_date(from_date(date(millis))), date(millis)) << from_date(date(millis));
  }
}

TEST(TextForms, InvalidDatesAreRefused) {
  for (const char* const bad :
       {"", "1970", "1970-01-01", "1970-1-01T00:00Z", "1970-01-01T00:00", "1970-01-01T24:00Z",
        "1970-13-01T00:00Z", "1970-02-29T00:00Z", "1970-01-01T00:00:00.Z", "1970-01-01T00:00Zx",
        "19700-01-01T00:00Z", "+99999999999-01-01T00:00Z", "1970-01-01T00:00+1"}) {
    EXPECT_EQ(to_date(bad), std::nullopt) << bad;
  }
  EXPECT_EQ(to_date("1970-01-01T01:00+0100"), date(0));
}

TEST(TextForms, BytesComeBack) {
  Bytes bytes;
  for (int i = 0; i < 260; ++i) {
    EXPECT_EQ(to_bytes(from_bytes(bytes)), bytes);
    bytes.push_back(static_cast<std::uint8_t>(i * 7));
  }
}

}  // namespace
}  // namespace wirebed::text_forms
