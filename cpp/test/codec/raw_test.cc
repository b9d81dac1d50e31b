// The raw layout byte by byte, and hostile bytes.
#include <gtest/gtest.h>

#include <random>

#include "bridge/view.h"
#include "support.h"

namespace wirebed {
namespace {

using namespace std::string_literals;
using test::decode;
using test::seen;
using test::written;

const char* const kTestobject = R"(a: "abc" b: 100 c: 42)";

std::string raw(const std::string& message, const std::string& text) {
  return written("raw/memcpy", message, text);
}

std::string from_raw(const std::string& message, const std::string& wire) {
  return seen("raw/memcpy", message, wire);
}

TEST(Raw, IsTheArticlesLayout) {
  const std::string wire = "\3\0\0\0a\0b\0c\0\x64\0\0\0\x2a\0\0\0\0\0\0\0"s;
  EXPECT_EQ(wire.size(), 22u);
  EXPECT_EQ(raw("interop.Testobject", kTestobject), wire);
  EXPECT_EQ(from_raw("interop.Testobject", wire), kTestobject);
}

// The last texts, or the numbers behind them, find no room in the 4096 bytes that the writer begins in.
TEST(Raw, WritesValuesOfAnySize) {
  for (std::size_t length = 2030; length < 2060; ++length) {
    std::string wire = {static_cast<char>(length & 0xff), static_cast<char>(length >> 8), 0, 0};
    for (std::size_t i = 0; i < length; ++i) wire += "x\0"s;
    wire += "\x64\0\0\0\x2a\0\0\0\0\0\0\0"s;
    const std::string text = "a: \"" + std::string(length, 'x') + "\" b: 100 c: 42";
    EXPECT_EQ(raw("interop.Testobject", text), wire) << length;
  }
}

TEST(Raw, MarksNulls) {
  EXPECT_EQ(raw("interop.Tower", "level: 1 next { level: -2 }"), "\1\0\0\0\1\xfe\xff\xff\xff\0"s);
  EXPECT_EQ(raw("interop.Decimals", R"(value: "1.5")"),
            "\3\0\0\0001\0.\0005\0\xff\xff\xff\xff\0\0\0\0\0\0\0\0"s);
}

TEST(Raw, HoldsTextAsUtf16) {
  const std::string wire = "\2\0\0\0\x3d\xd8\x00\xde\0\0\0\0\xff\xff\xff\xff\0\0\0\0"s;
  EXPECT_EQ(raw("interop.Text", "value: \"\xf0\x9f\x98\x80\""), wire);
  EXPECT_EQ(raw("interop.Text", from_raw("interop.Text", wire)), wire);
}

TEST(Raw, RefusesInvalidText) {
  view::Writer to;
  to.begin_record("interop.Text2");
  to.field(1);
  to.text("\xff");
  to.end_record();
  const Result result = test::encode("raw/memcpy", "interop.Text2", to.bytes);
  EXPECT_EQ(result.encode_error().reason(), "the text is not valid UTF-8");
}

TEST(Raw, RefusesEveryTruncation) {
  for (const auto& [message, text] :
       {std::pair("interop.Testobject", kTestobject),
        std::pair("interop.Tree", "name: 'a' branches { name: 'b' } by_name { key: 'k' value {} }")}) {
    const std::string wire = raw(message, text);
    ASSERT_FALSE(wire.empty());
    for (std::size_t size = 0; size < wire.size(); ++size)
      EXPECT_TRUE(decode("raw/memcpy", message, wire.substr(0, size)).has_decode_error()) << size;
  }
}

TEST(Raw, RefusesInvalidBytes) {
  const std::string rest(12, '\0');
  EXPECT_EQ(from_raw("interop.Testobject", "\xff\xff\xff\xff" + rest),
            "PARSE: a count of -1 with 12 bytes of input to come");
  EXPECT_EQ(from_raw("interop.Testobject", "\xff\xff\xff\x7f" + rest),
            "PARSE: a count of 2147483647 with 12 bytes of input to come");
  EXPECT_EQ(from_raw("interop.Tower", "\0\0\0\0\2"s),
            "PARSE: a byte 2 that says true or false, or null or not");
  EXPECT_EQ(from_raw("interop.Tree", "\0\0\0\0\1\0\0\0\0"s), "PARSE: an element is null");
  EXPECT_EQ(from_raw("interop.Testobject", raw("interop.Testobject", kTestobject) + "\1"),
            "PARSE: 1 trailing bytes after the value");
  EXPECT_EQ(from_raw("interop.Decimals", "\1\0\0\0x\0"s), "PARSE: not a decimal: x");
}

TEST(Raw, SurvivesAnyBytes) {
  const std::string wire =
      raw("interop.Tree", "name: 'a' branches { name: 'b' } by_name { key: 'k' value {} }");
  std::mt19937 dice(1);
  int refused = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string hostile = wire;
    for (int n = static_cast<int>(dice() % 4); n >= 0; --n)
      hostile[dice() % hostile.size()] = static_cast<char>(dice());
    const Result result = decode("raw/memcpy", "interop.Tree", hostile);
    ASSERT_TRUE(result.has_decoded() || result.has_decode_error()) << result.ShortDebugString();
    refused += result.has_decode_error();
  }
  EXPECT_GT(refused, 1000);
}

TEST(Raw, LimitsDepth) {
  std::string deep;
  for (int i = 0; i < 255; ++i) deep += "\0\0\0\0\1"s;
  const std::string end = "\0\0\0\0\0"s;
  EXPECT_TRUE(decode("raw/memcpy", "interop.Tower", deep + end).has_decoded());
  const std::string words = "more than 256 objects inside each other, or a cycle";
  EXPECT_EQ(from_raw("interop.Tower", deep + "\0\0\0\0\1"s + end), "PARSE: " + words);

  view::Writer to;
  to.begin_record("interop.Node");
  to.field(2);
  to.same_as(0);
  to.end_record();
  EXPECT_EQ(test::encode("raw/memcpy", "interop.Node", to.bytes).encode_error().reason(), words);
}

}  // namespace
}  // namespace wirebed
