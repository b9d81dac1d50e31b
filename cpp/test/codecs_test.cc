// Every codec against values and bytes, and against input that it must refuse.
#include <gtest/gtest.h>

#include "registry.h"
#include "support.h"
#include "tasks.h"

namespace wirebed {
namespace {

using namespace std::string_literals;
using test::decode;
using test::encode;
using test::seen;
using test::view_of;
using test::written;

const char* const kTestobject = R"(a: "abc" b: 100 c: 42)";

TEST(Codecs, AreKnownByFormatAndLibrary) {
  std::vector<std::string> ids;
  for (const CodecEntry& codec : codecs()) {
    ids.push_back(codec.id());
    EXPECT_FALSE(codec.about.version.empty()) << codec.id();
  }
  const std::vector<std::string> expected = {
      "none/message", "protobuf/libprotobuf", "prototext/libprotobuf", "protojson/libprotobuf",
      "none/plain",   "json/nlohmann",        "hessian2/wirebed",      "cereal/cereal",
      "raw/memcpy",   "xml/pugixml",          "xml-jaxb/pugixml",      "xml-jaxb/pugixml-default"};
  EXPECT_EQ(ids, expected);
}

class EveryCodec : public testing::TestWithParam<const char*> {};

TEST_P(EveryCodec, ReadsWhatItWrote) {
  const std::string view = view_of("interop.Testobject", kTestobject);
  const Result result = encode(GetParam(), "interop.Testobject", view);
  ASSERT_TRUE(result.has_encoded()) << result.ShortDebugString();
  EXPECT_EQ(decode(GetParam(), "interop.Testobject", result.encoded()).decoded(), view);
}

INSTANTIATE_TEST_SUITE_P(All, EveryCodec,
                         testing::Values("none/message", "none/plain", "protobuf/libprotobuf",
                                         "prototext/libprotobuf", "protojson/libprotobuf", "json/nlohmann",
                                         "hessian2/wirebed", "cereal/cereal", "raw/memcpy", "xml/pugixml",
                                         "xml-jaxb/pugixml"));

// Without prototext, whose first fields are a whole message by themselves, and without xml, which ends with a
// line feed.
class Truncated : public testing::TestWithParam<const char*> {};

TEST_P(Truncated, InputIsRefused) {
  const std::string wire = written(GetParam(), "interop.Testobject", kTestobject);
  EXPECT_TRUE(decode(GetParam(), "interop.Testobject", wire.substr(0, wire.size() - 1)).has_decode_error());
}

INSTANTIATE_TEST_SUITE_P(All, Truncated,
                         testing::Values("none/message", "none/plain", "protobuf/libprotobuf",
                                         "protojson/libprotobuf", "json/nlohmann", "hessian2/wirebed",
                                         "cereal/cereal", "raw/memcpy", "xml-jaxb/pugixml"));

TEST(Protojson, IgnoresUnknownFieldsOnRequest) {
  Task task;
  task.set_codec("protojson/libprotobuf");
  task.set_message("interop.Testobject");
  task.set_decode(R"({"a": "x", "nothing": [1]})");
  Result result;
  run_task(task, result);
  EXPECT_TRUE(result.has_decode_error());
  (*task.mutable_options())["unknown"] = "ignore";
  run_task(task, result);
  EXPECT_EQ(result.decoded(), view_of("interop.Testobject", R"(a: "x")"));
}

TEST(Protobuf, WritesTheBytesOfTheArticle) {
  EXPECT_EQ(written("protobuf/libprotobuf", "interop.Testobject", kTestobject),
            "\x0a\x03"
            "abc\x10\x64\x18\x2a");
}

TEST(Protobuf, DistinguishesMissingFieldsFromMalformedBytes) {
  EXPECT_EQ(decode("protobuf/libprotobuf", "interop.Required", "").decode_error().stage(), REQUIRED_CHECK);
  EXPECT_EQ(decode("protobuf/libprotobuf", "interop.Required", "\x0a").decode_error().stage(), PARSE);
}

TEST(Protobuf, RefusesInvalidTextInTheLibrarysOwnWords) {
  EXPECT_NE(seen("protobuf/libprotobuf", "interop.Text", "\x0a\x01\xff").find("contains invalid UTF-8 data"),
            std::string::npos);
}

TEST(Protobuf, RefusesTrailingBytes) {
  const std::string wire = written("protobuf/libprotobuf", "interop.Testobject", kTestobject);
  EXPECT_TRUE(decode("protobuf/libprotobuf", "interop.Testobject", wire + "\xff").has_decode_error());
}

TEST(Prototext, NamesThePlaceOfAnError) {
  const std::string answer = seen("prototext/libprotobuf", "interop.Testobject", "a: \"x\"\nb: y");
  EXPECT_EQ(answer.find("PARSE: 2:"), 0u) << answer;
}

TEST(Prototext, LimitsTheDepthOfMessages) {
  std::string deep, end;
  for (int i = 0; i < 100'000; ++i) deep += "next{", end += "}";
  const std::string answer = seen("prototext/libprotobuf", "interop.Tower", deep + end);
  EXPECT_TRUE(answer.starts_with("PARSE: 1:") && answer.find("too deep") != std::string::npos) << answer;
}

TEST(Prototext, NamesMissingFields) {
  const Result result = decode("prototext/libprotobuf", "interop.Required", "");
  EXPECT_EQ(result.decode_error().stage(), REQUIRED_CHECK) << result.ShortDebugString();
}

TEST(Protojson, ResolvesTheContentOfAnAny) {
  const char* const any = R"(any { [type.googleapis.com/interop.Range] { low: 1 } })";
  EXPECT_EQ(written("protojson/libprotobuf", "interop.WellKnown", any),
            R"({"any":{"@type":"type.googleapis.com/interop.Range","low":1}})");
}

TEST(Protojson, RefusesAnUnknownField) {
  EXPECT_TRUE(decode("protojson/libprotobuf", "interop.Testobject", R"({"z":1})").has_decode_error());
}

}  // namespace
}  // namespace wirebed
