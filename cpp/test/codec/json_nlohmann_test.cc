// Plain JSON by the mapping table, and the messages of its refusals.
#include <gtest/gtest.h>

#include "bridge/view.h"
#include "support.h"

namespace wirebed {
namespace {

using test::decode;
using test::seen;
using test::written;

std::string json(const std::string& message, const std::string& text) {
  return written("json/nlohmann", message, text);
}

std::string from_json(const std::string& message, std::string_view text) {
  return seen("json/nlohmann", message, text);
}

TEST(Json, WritesFieldsInOrderOfDeclarationByTheirJsonNames) {
  EXPECT_EQ(json("interop.Testobject", R"(a: "abc" b: 100 c: 42)"), R"({"a":"abc","b":100,"c":42})");
  EXPECT_EQ(json("interop.Stock", "target_price: 25").substr(0, 46),
            R"({"symbol":"","targetPrice":25.0,"todaysPrice":)");
}

TEST(Json, HoldsBytesAsBase64) {
  EXPECT_EQ(json("interop.Blob", R"(value: "\000\377\001\376")"),
            R"({"value":"AP8B/g==","values":[],"maybe":null,"byKey":{}})");
  EXPECT_EQ(from_json("interop.Blob", R"({"value":"AP8="})"), R"(value: "\000\377")");
  for (const char* const bad : {"AP8", "AP8=\\n", "AP9=", "A===", "AP-_", "====", "=AAA"}) {
    EXPECT_EQ(from_json("interop.Blob", R"({"value":")" + std::string(bad) + "\"}").find("PARSE"), 0u) << bad;
  }
}

TEST(Json, HoldsDatesAsText) {
  EXPECT_EQ(json("interop.Dates", "date { seconds: 160501159 nanos: 991000000 }"),
            R"({"date":"1975-02-01T15:39:19.991Z","dates":[],"dateArray":[]})");
  EXPECT_EQ(from_json("interop.Dates", R"({"date":"1975-02-01T10:39:19.9919-05:00"})"),
            "date { seconds: 160501159 nanos: 991000000 }");
  EXPECT_EQ(from_json("interop.Dates", R"({"date":"1975-02-30T10:59:19Z"})"),
            "PARSE: not a date by ISO 8601: 1975-02-30T10:59:19Z");
}

TEST(Json, WritesNullForAnEmptyDecimal) {
  const std::string nothing = R"({"value":null,"maybe":null,"values":[],"valueArray":[]})";
  EXPECT_EQ(json("interop.Decimals", R"(maybe: "")"), nothing);
  const std::string view = decode("json/nlohmann", "interop.Decimals", nothing).decoded();
  EXPECT_EQ(view,
            test::encode("none/plain", "interop.Decimals", test::view_of("interop.Decimals", "")).encoded());
  EXPECT_TRUE(decode("json/nlohmann", "interop.Decimals", R"({"values":[null]})").has_decoded());
}

TEST(Json, HoldsMapKeysAsText) {
  const std::string text =
      json("interop.MapKeys", R"(f_int32 { key: -1 value: "a" } f_bool { key: true value: "b" })");
  EXPECT_NE(text.find(R"("fInt32":{"-1":"a"})"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("fBool":{"true":"b"})"), std::string::npos) << text;
  EXPECT_EQ(from_json("interop.MapKeys", R"({"fInt32":{"1x":"a"}})"), "PARSE: not a key of this map: 1x");
  EXPECT_EQ(from_json("interop.MapKeys", R"({"fUint32":{"-1":"a"}})"), "PARSE: not a key of this map: -1");
  // As the readers of Python do by the same mapping table: two spellings would be one key.
  for (const std::string spelling : {"01", "-0", "+1", " 1", ""}) {
    EXPECT_EQ(from_json("interop.MapKeys", R"({"fInt32":{")" + spelling + R"(":"a"}})"),
              "PARSE: not a key of this map: " + spelling);
  }
}

TEST(Json, NamesEnumsAndRefusesNumbersWithoutName) {
  EXPECT_NE(json("interop.Person", "sex: FEMALE").find(R"("sex":"FEMALE")"), std::string::npos);
  EXPECT_EQ(json("interop.Person", "sex: 7"), "WRITE: interop.Sex has no name for 7");
  EXPECT_EQ(from_json("interop.Person", R"({"sex":"NEITHER"})"), "PARSE: not a value of the enum: NEITHER");
}

TEST(Json, NamesTheFieldOfAWrongType) {
  const std::string answer = from_json("interop.Stock", R"({"todaysPrice":{"volume":"many"}})");
  EXPECT_EQ(answer.find("PARSE: interop.Price.volume: [json.exception.type_error.302]"), 0u) << answer;
}

TEST(Json, RefusesInvalidJson) {
  for (const char* const bad :
       {"", "{", "{} {}", "{\"a\":1,}", "[]", "null", "{\"a\":\"\xff\"}", "{\"a\":NaN}"}) {
    EXPECT_TRUE(decode("json/nlohmann", "interop.Testobject", bad).has_decode_error()) << bad;
  }
}

TEST(Json, SkipsUnknownFieldsAndLeavesMissingOnes) {
  EXPECT_EQ(from_json("interop.Testobject", R"({"z":[1],"b":5})"), R"(a: "" b: 5 c: 0)");
}

TEST(Json, RefusesACycle) {
  view::Writer to;
  to.begin_record("interop.Node");
  to.field(2);
  to.same_as(0);
  to.end_record();
  const Result result = test::encode("json/nlohmann", "interop.Node", to.bytes);
  EXPECT_EQ(result.encode_error().reason(), "JSON cannot hold a cycle");
}

TEST(Json, WritesASharedStructTwice) {
  view::Writer to;
  to.begin_record("interop.Node");
  to.field(3);
  to.list(2);
  const std::uint32_t place = to.offset();
  to.begin_record("interop.Node");
  to.end_record();
  to.same_as(place);
  to.end_record();
  const std::string text = test::encode("json/nlohmann", "interop.Node", to.bytes).encoded();
  const std::string node = R"({"name":"","next":null,"others":[],"byName":{},"array":[]})";
  EXPECT_NE(text.find("[" + node + "," + node + "]"), std::string::npos) << text;
}

TEST(Json, SurvivesDeepNesting) {
  std::string deep;
  for (int i = 0; i < 30000; ++i) deep += R"({"next":)";
  deep += "null" + std::string(30000, '}');
  EXPECT_EQ(from_json("interop.Tower", deep), "PARSE: the JSON is nested too deep");
}

}  // namespace
}  // namespace wirebed
