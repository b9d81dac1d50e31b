// The object or output that a failure leaves with the user of a library: proto/wirebed/README.md, "What is
// left".
#include "left.h"

#include <gtest/gtest.h>

#include <utility>

#include "registry.h"
#include "support.h"
#include "tasks.h"

namespace wirebed {
namespace {

using namespace std::string_literals;
using test::decode;
using test::encode;
using test::view_of;

const char* const kTestobject = "interop.Testobject";

struct HalfFilled {
  const char* codec;
  std::string wire;
  const char* text = "a: 'abc'";
};

std::ostream& operator<<(std::ostream& out, const HalfFilled& one) { return out << one.codec; }

class Reader : public testing::TestWithParam<HalfFilled> {};

TEST_P(Reader, TellsWhatItHasFilled) {
  const Failure failure = decode(GetParam().codec, kTestobject, GetParam().wire).decode_error();
  const std::string view = view_of(kTestobject, GetParam().text);
  EXPECT_EQ(failure.left().object(), view) << failure.ShortDebugString();
  EXPECT_EQ(failure.left().size(), view.size());
}

INSTANTIATE_TEST_SUITE_P(Codecs, Reader,
                         testing::Values(HalfFilled{"protobuf/libprotobuf",
                                                    "\x0a\x03"
                                                    "abc\xff"s},
                                         HalfFilled{"prototext/libprotobuf", "a: 'abc' b: y"},
                                         HalfFilled{"cereal/cereal", "\x01\x01\0\0\x80\x03\0\0\0\0\0\0\0abc"s,
                                                    "a: 'abc' b: 0 c: 0"}));

class Nothing : public testing::TestWithParam<HalfFilled> {};

TEST_P(Nothing, IsLeftOfANewObjectOrWithoutOne) {
  const Failure failure = decode(GetParam().codec, kTestobject, GetParam().wire).decode_error();
  EXPECT_NE(failure.by(), BY_UNSPECIFIED);
  EXPECT_FALSE(failure.has_left()) << failure.ShortDebugString();
}

INSTANTIATE_TEST_SUITE_P(Codecs, Nothing,
                         testing::Values(HalfFilled{"protobuf/libprotobuf", "\xff"},
                                         HalfFilled{"prototext/libprotobuf", "b: y"},
                                         // The message is parsed when all of the JSON was converted.
                                         HalfFilled{"protojson/libprotobuf", R"({"a": "abc", "b": "x"})"},
                                         HalfFilled{"cereal/cereal", "\x01"},
                                         HalfFilled{"json/nlohmann", R"({"a": "abc", "b": "x"})"},
                                         // `none` has no library, and fails at BUILD.
                                         HalfFilled{"none/message", view_of(kTestobject, "a: 'abc'") + "x"}));

TEST(Left, AMessageThatLacksARequiredFieldHasTheOthers) {
  for (const auto& [codec, wire] : {std::pair("protobuf/libprotobuf",
                                              "\x0a\x03"
                                              "abc"),
                                    std::pair("prototext/libprotobuf", "name: 'abc'")}) {
    const Failure failure = decode(codec, "interop.Required", wire).decode_error();
    EXPECT_NE(failure.left().object().find("abc"), std::string::npos) << codec << failure.ShortDebugString();
  }
}

TEST(Left, AViewThatIsTooLongIsLeftOut) {
  const std::string wire = "a: '" + std::string(70'000, 'x') + "' b: y";
  const Left left = decode("prototext/libprotobuf", kTestobject, wire).decode_error().left();
  EXPECT_TRUE(left.has_object() && left.object().empty());
  EXPECT_GT(left.size(), 70'000U);
}

TEST(Left, TheOutputOfMessageToJsonStringBeginsBeforeItFails) {
  // The year 0: a Timestamp begins with the year 1.
  const std::string view = view_of("interop.Dates", "date { seconds: -62135596801 }");
  const Failure failure = encode("protojson/libprotobuf", "interop.Dates", view).encode_error();
  EXPECT_EQ(failure.left().output().front(), '{') << failure.ShortDebugString();
  EXPECT_EQ(failure.left().size(), failure.left().output().size());
}

TEST(Left, ARelayTellsItToo) {
  Task task;
  task.set_codec("prototext/libprotobuf");
  task.set_message(kTestobject);
  task.mutable_relay()->set_wire("a: 'abc' b: y");
  Result result;
  run_task(task, result);
  EXPECT_FALSE(result.decode_error().left().object().empty()) << result.ShortDebugString();
}

TEST(Left, NothingIsToldWhenMemoryRanOut) {
  Result result;
  Failure& failure = *result.mutable_encode_error();
  failure.set_stage(WRITE);
  tell_output("abc", result);
  EXPECT_EQ(failure.left().output(), "abc");
  failure.clear_left();
  failure.set_manner(EXHAUSTED);
  tell_output("abc", result);
  EXPECT_FALSE(failure.has_left());
}

TEST(Left, OnlyTheseCodecsStateIt) {
  std::string object;
  std::string output;
  for (const CodecEntry& codec : codecs()) {
    if (!codec.about.leaves_object.empty()) object += codec.id() + " ";
    if (!codec.about.leaves_output.empty()) output += codec.id() + " ";
  }
  EXPECT_EQ(object, "protobuf/libprotobuf prototext/libprotobuf protojson/libprotobuf cereal/cereal ");
  EXPECT_EQ(output, "protojson/libprotobuf ");
}

}  // namespace
}  // namespace wirebed
