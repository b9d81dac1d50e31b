// The texts that BigDecimal accepts, and the results of BigDecimal.toString() (JDK 17).
#include "decimal_text.h"

#include <gtest/gtest.h>

namespace wirebed {
namespace {

TEST(Decimal, IsSpelledAsByJava) {
  const std::pair<const char*, const char*> spelled[] = {{"0", "0"},
                                                         {"-0", "0"},
                                                         {"+1", "1"},
                                                         {"01.0", "1.0"},
                                                         {".5", "0.5"},
                                                         {"1.", "1"},
                                                         {"-.05", "-0.05"},
                                                         {"123.4500", "123.4500"},
                                                         {"1e3", "1E+3"},
                                                         {"12e3", "1.2E+4"},
                                                         {"0e5", "0E+5"},
                                                         {"-0.00", "0.00"},
                                                         {"1e-6", "0.000001"},
                                                         {"1e-7", "1E-7"},
                                                         {"123E-7", "0.0000123"},
                                                         {"123e-10", "1.23E-8"},
                                                         {"0E-8", "0E-8"},
                                                         {"0.0000000", "0E-7"},
                                                         {"10e0", "10"},
                                                         {"1e00000000000000000000003", "1E+3"},
                                                         {"1E2147483647", "1E+2147483647"},
                                                         {"1E-2147483647", "1E-2147483647"}};
  for (const auto& [text, java] : spelled) {
    EXPECT_TRUE(decimal::is_valid(text)) << text;
    EXPECT_EQ(decimal::to_java(text), java) << text;
  }
}

TEST(Decimal, InvalidTextIsRefused) {
  for (const char* text : {"",
                           ".",
                           "+",
                           "-.",
                           "1e",
                           "1e+",
                           "--1",
                           "1 ",
                           " 1",
                           "0x1",
                           "NaN",
                           "1,5",
                           "1.2.3",
                           "1e5.",
                           "1E2147483648",
                           "1.00E2147483648",
                           "1e+-1",
                           "1E-2147483648",
                           "0.1E-2147483647",
                           "1E99999999999999999999"}) {
    EXPECT_FALSE(decimal::is_valid(text)) << text;
  }
}

TEST(Decimal, AMillionDigitsAreAccepted) {
  const std::string digits(1'000'000, '7');
  EXPECT_EQ(decimal::to_java("00" + digits), digits);
  EXPECT_EQ(decimal::to_java(digits + "e-3").size(), digits.size() + 1);
}

}  // namespace
}  // namespace wirebed
