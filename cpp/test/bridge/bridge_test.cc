// Views become objects and views again, unchanged where the object can hold them.
#include <gtest/gtest.h>

#include "bridge/view.h"
#include "support.h"
#include "tasks.h"

namespace wirebed {
namespace {

using test::encode;
using test::view_of;

const char* const kStock = R"(symbol: "ABCD" target_price: 25
  todays_price { open: 17.25 volume: -1000 date { seconds: -1 nanos: 5000000 } }
  five_year_prices { range { low: 1 } } five_year_prices {})";

TEST(Defaults, AreShownOnRequest) {
  const auto shown = [](const char* message, const std::string& wire) {
    Task task;
    task.set_codec("protobuf/libprotobuf");
    task.set_message(message);
    task.set_decode(wire);
    (*task.mutable_options())["defaults"] = "shown";
    Result result;
    run_task(task, result);
    return result.decoded();
  };
  using namespace std::string_literals;
  // The first value of a closed enum is its default; a list is never absent.
  EXPECT_EQ(shown("interop.Closed", ""),
            "r\x0e\0interop.Closed\1\0\0\0ae\1\0\0\0\2\0\0\0l\0\0\0\0\3\0\0\0l\0\0\0\0"
            "\4\0\0\0m\0\0\0\0\0\0\0\0"s);
  // A oneof shows no default.
  EXPECT_EQ(shown("interop.Choice", ""), view_of("interop.Choice", ""));
  EXPECT_NE(shown("interop.Explicit", "").find("\1\0\0\0ai\0"s), std::string::npos);
  EXPECT_NE(shown("interop.Explicit", "\x08\x05").find("\1\0\0\0i\5\0"s), std::string::npos);
}

TEST(Maps, TheLastEntryOfAKeyInATextCounts) {
  const std::string twice =
      R"(f_int32 { key: 1 value: "a" } f_int32 { key: 2 } f_int32 { key: 1 value: "b" })";
  const std::string once = R"(f_int32 { key: 1 value: "b" } f_int32 { key: 2 })";
  EXPECT_EQ(test::decode("prototext/libprotobuf", "interop.MapKeys", twice).decoded(),
            view_of("interop.MapKeys", once));
}

class Bridge : public testing::TestWithParam<const char*> {};

TEST_P(Bridge, GivesTheViewBack) {
  const std::string view = view_of("interop.Stock", kStock);
  EXPECT_EQ(encode(GetParam(), "interop.Stock", view).encoded(), view);
}

TEST_P(Bridge, RefusesAViewOfAnotherMessage) {
  const Result result = encode(GetParam(), "interop.Stock", view_of("interop.Range", "low: 1"));
  EXPECT_EQ(result.encode_error().stage(), BUILD);
}

TEST_P(Bridge, RefusesEveryTruncatedView) {
  const std::string view = view_of("interop.Stock", kStock);
  for (std::size_t size = 0; size < view.size(); ++size) {
    const Result result = encode(GetParam(), "interop.Stock", view.substr(0, size));
    EXPECT_EQ(result.encode_error().stage(), BUILD) << size;
  }
}

TEST_P(Bridge, RefusesAnUnknownField) {
  view::Writer to;
  to.begin_record("interop.Range");
  to.field(9);
  to.float_(1);
  to.end_record();
  const Result result = encode(GetParam(), "interop.Range", to.bytes);
  EXPECT_NE(result.encode_error().reason().find("no field 9"), std::string::npos);
}

TEST_P(Bridge, RefusesTooDeepNesting) {
  view::Writer to;
  for (int i = 0; i < view::kMaxDepth + 2; ++i) {
    to.begin_record("interop.Tower");
    to.field(2);
  }
  const Result result = encode(GetParam(), "interop.Tower", to.bytes);
  EXPECT_EQ(result.encode_error().stage(), BUILD);
}

INSTANTIATE_TEST_SUITE_P(BothModels, Bridge, testing::Values("none/message", "none/plain"));

// interop.Node: 1 name, 2 next. `inner` writes the node of field 2 of the root.
template <class Inner>
std::string node_view(Inner&& inner) {
  view::Writer to;
  to.begin_record("interop.Node");
  inner(to);
  to.end_record();
  return to.bytes;
}

TEST(Identity, OnlyPlainStructsHoldACycle) {
  const std::string view = node_view([](view::Writer& to) {
    to.field(2);
    to.same_as(0);
  });
  const std::string back = encode("none/plain", "interop.Node", view).encoded();
  EXPECT_NE(back.find(std::string("\2\0\0\0=\0\0\0\0", 9)), std::string::npos);
  const Result refused = encode("none/message", "interop.Node", view);
  EXPECT_EQ(refused.encode_error().stage(), BUILD);
  EXPECT_NE(refused.encode_error().reason().find("cycle"), std::string::npos);
}

TEST(Identity, AReferenceToNoRecordIsRefused) {
  const std::string view = node_view([](view::Writer& to) {
    to.field(2);
    to.same_as(3);
  });
  EXPECT_EQ(encode("none/plain", "interop.Node", view).encode_error().stage(), BUILD);
  EXPECT_EQ(encode("none/message", "interop.Node", view).encode_error().stage(), BUILD);
}

TEST(Limits, AClosedEnumHoldsItsNumbersOnly) {
  view::Writer to;
  to.begin_record("interop.Closed");
  to.field(1);
  to.enumeration(12345);
  to.end_record();
  EXPECT_EQ(encode("none/message", "interop.Closed", to.bytes).encode_error().stage(), BUILD);
}

TEST(Limits, ADecimalIsANumber) {
  const auto decimal = [](std::string_view text) {
    return view_of("interop.Decimals", "value: \"" + std::string(text) + "\"");
  };
  const std::pair<const char*, const char*> spelled[] = {{"0", "0"},  {"-1.50", "-1.50"}, {"+.5", "0.5"},
                                                         {"1.", "1"}, {"1E+3", "1E+3"},   {"2e-10", "2E-10"}};
  for (const auto& [good, java] : spelled) {
    EXPECT_EQ(encode("none/plain", "interop.Decimals", decimal(good)).encoded(), decimal(java)) << good;
  }
  for (const char* const bad : {"abc", "-", ".", "1e", "1.2.3", " 1", "0x1", "NaN"}) {
    const std::string view = view_of("interop.Decimals", "value: \"" + std::string(bad) + "\"");
    EXPECT_EQ(encode("none/plain", "interop.Decimals", view).encode_error().stage(), BUILD) << bad;
  }
}

TEST(Limits, AnEmptyDecimalIsNone) {
  view::Writer none;
  none.begin_record("interop.Decimals");
  for (const std::uint32_t list : {3, 4}) {
    none.field(list);
    none.list(0);
  }
  none.end_record();
  const std::string empty = view_of("interop.Decimals", R"(value: "" maybe: "")");
  EXPECT_EQ(encode("none/plain", "interop.Decimals", empty).encoded(), none.bytes);
  const std::string element = view_of("interop.Decimals", R"(values: "")");
  EXPECT_EQ(encode("none/plain", "interop.Decimals", element).encode_error().stage(), BUILD);
}

TEST(Limits, NanosecondsArePartOfASecond) {
  for (const char* const nanos : {"-1", "1000000000"}) {
    const std::string view =
        view_of("interop.Dates", std::string("date { seconds: 1 nanos: ") + nanos + " }");
    EXPECT_EQ(encode("none/plain", "interop.Dates", view).encode_error().stage(), BUILD) << nanos;
  }
}

TEST(Limits, ADateHasMilliseconds) {
  const std::string fine = view_of("interop.Dates", "date { seconds: -1 nanos: 999999999 }");
  const std::string coarse = view_of("interop.Dates", "date { seconds: -1 nanos: 999000000 }");
  EXPECT_EQ(encode("none/plain", "interop.Dates", fine).encoded(), coarse);
  const std::string beyond = view_of("interop.Dates", "date { seconds: 9223372036854775807 }");
  EXPECT_EQ(encode("none/plain", "interop.Dates", beyond).encode_error().stage(), BUILD);
}

}  // namespace
}  // namespace wirebed
