// The view's reader never reads beyond the bytes, and reports where it stopped.
#include "bridge/view.h"

#include <gtest/gtest.h>

#include <limits>

namespace wirebed::view {
namespace {

TEST(View, DistinguishesValidFromInvalidText) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8(std::string(100, 'a') + "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"));
  EXPECT_TRUE(is_utf8("\xf4\x8f\xbf\xbf"));
  EXPECT_FALSE(is_utf8("\xc0\x80")) << "overlong NUL";
  EXPECT_FALSE(is_utf8("\xe0\x9f\xbf")) << "overlong";
  EXPECT_FALSE(is_utf8("\xed\xa0\xbd")) << "surrogate";
  EXPECT_FALSE(is_utf8("\xf4\x90\x80\x80")) << "beyond U+10FFFF";
  EXPECT_FALSE(is_utf8("a\xe2\x82")) << "truncated";
  EXPECT_FALSE(is_utf8("\x80"));
}

TEST(View, WritesTheGrammar) {
  Writer to;
  to.begin_record("a.B");
  to.field(7);
  to.text("x");
  to.field(8);
  to.text("\xff");
  to.end_record();
  EXPECT_EQ(to.bytes, std::string("r\3\0a.B\7\0\0\0s\1\0\0\0x\10\0\0\0x\1\0\0\0\xff\0\0\0\0", 30));
}

TEST(View, SplitsIntegersAtTheSign) {
  Writer to;
  to.unsigned_integer(std::numeric_limits<std::uint64_t>::max());
  to.unsigned_integer(1);
  to.integer(-1);
  Reader from(to.bytes);
  EXPECT_EQ(from.peek(), 'u');
  EXPECT_EQ(from.int64(), -1) << "64 bits of the other signedness are kept";
  EXPECT_EQ(from.peek(), 'i');
  EXPECT_EQ(from.uint64(), 1u);
  EXPECT_EQ(from.uint64(), std::numeric_limits<std::uint64_t>::max());
  EXPECT_TRUE(from.at_end());
}

TEST(View, RefusesIntegersOutOfRange) {
  Writer to;
  to.integer(128);
  EXPECT_THROW(Reader(to.bytes).integer(-128, 127), Refusal);
}

TEST(View, RefusesEveryTruncation) {
  Writer to;
  to.begin_record("m");
  to.field(1);
  to.text("text");
  to.end_record();
  for (std::size_t size = 0; size < to.bytes.size(); ++size) {
    Reader from(std::string_view(to.bytes).substr(0, size));
    const auto read = [&] {
      from.begin_record();
      from.field();
      from.text();
      from.field();
    };
    EXPECT_THROW(read(), Refusal) << size;
  }
}

TEST(View, RefusesACountBeyondTheBytes) {
  Reader from(std::string_view("l\xff\xff\xff\x7f", 5));
  EXPECT_THROW(from.count('l'), Refusal);
}

TEST(View, RefusesInvalidTextInANodeForValidText) {
  Reader valid(std::string_view("s\x01\0\0\0a", 6));
  EXPECT_EQ(valid.text(), "a");
  Reader invalid(std::string_view("s\x01\0\0\0\xff", 6));
  EXPECT_THROW(invalid.text(), Refusal);
  Reader odd(std::string_view("x\x01\0\0\0\xff", 6));
  EXPECT_EQ(odd.text(), "\xff");
}

TEST(View, FollowsAReferenceToAText) {
  Writer to;
  to.text("shared");
  to.same_as(0);
  to.same_as(100);
  Reader from(to.bytes);
  EXPECT_EQ(from.text(), "shared");
  EXPECT_EQ(from.text(), "shared");
  EXPECT_THROW(from.text(), Refusal);
}

}  // namespace
}  // namespace wirebed::view
