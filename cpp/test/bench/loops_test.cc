// A loop that is timed does what the codec does outside of the benchmark, in its first round and in later
// ones.
#include <gtest/gtest.h>

#include <algorithm>

#include "bench/timed_operation.h"
#include "registry.h"
#include "support.h"

namespace wirebed::bench {
namespace {

using test::view_of;

const char* const kTestobject = R"(a: "abc" b: 100 c: 42)";
const char* const kStock = R"(symbol: "ABCD" target_price: 25
  todays_price { open: 17.25 close: 17.2 volume: 1000 date { seconds: 160501443 nanos: 554000000 } range { low: 1 } }
  fifty_two_week_range { low: 10.25 high: 19.25 } five_year_prices { open: 10.25 volume: 100 })";

BenchTask task_of(Operation operation, const std::string& codec,
                  const std::string& message = "interop.Testobject", const char* value = kTestobject) {
  BenchTask task;
  task.set_id("r1");
  task.set_operation(operation);
  task.set_codec(codec);
  task.set_message(message);
  task.set_view(view_of(message, value));
  if (operation == DECODE || operation == CONVERT)
    task.set_wire(test::encode(codec, message, task.view()).encoded());
  return task;
}

std::string refusal(const BenchTask& task) {
  try {
    operation_of(task);
    return "";
  } catch (const Refused& refused) {
    return refused.what();
  }
}

std::string seen(const Endpoint& model, const Object& object) {
  const std::string view = model.view(object, false);
  model.release(object);
  return view;
}

// The object of a value, as the endpoint's objects hold it.
std::string held(const Endpoint& model, const std::string& view) { return seen(model, model.build(view)); }

void expect_same_work(const BenchTask& task) {
  const TimedOperation operation = operation_of(task);
  const Endpoint& codec = find_endpoint(task.codec(), task.message());
  const auto read_back = [&](const std::string& wire) { return seen(codec, codec.read(wire, {})); };
  for (const Times times : {1, 3}) {
    if (operation.writes != nullptr) {
      const Object object = operation.model->build(task.view());
      const std::string expected =
          read_back(test::encode(task.codec(), task.message(), task.view()).encoded());
      EXPECT_EQ(read_back(operation.writes(object, {}, times)), expected) << task.DebugString();
      operation.model->release(object);
    } else {
      EXPECT_EQ(seen(*operation.model, operation.reads(task.wire(), {}, times)),
                held(*operation.model, read_back(task.wire())))
          << task.DebugString();
    }
  }
}

class EveryCodec : public testing::TestWithParam<std::string> {
 protected:
  static bool is_message() { return find_codec(GetParam()).model == ObjectModel::kMessage; }
  static void expect_works(const std::string& message, const char* value) {
    for (const Operation operation : {ENCODE, DECODE, POPULATE, CONVERT}) {
      BenchTask task = task_of(operation, GetParam(), message, value);
      const bool converts = operation == POPULATE || operation == CONVERT;
      const std::string expected =
          converts && !is_message() ? "no class to convert to: its objects are the plain structs" : "";
      ASSERT_EQ(refusal(task), expected) << Operation_Name(operation);
      if (!expected.empty()) continue;
      expect_same_work(task);
      task.set_reused(true);
      if (refusal(task) == "this library keeps nothing more") continue;
      expect_same_work(task);
    }
  }
};

TEST_P(EveryCodec, WorksOnTestobject) { expect_works("interop.Testobject", kTestobject); }
TEST_P(EveryCodec, WorksOnStock) { expect_works("interop.Stock", kStock); }

std::vector<std::string> every_codec() {
  std::vector<std::string> ids;
  for (const CodecEntry& codec : codecs()) {
    if (codec.about.format != "none" && codec.about.encodes) ids.push_back(codec.id());
  }
  return ids;
}

INSTANTIATE_TEST_SUITE_P(All, EveryCodec, testing::ValuesIn(every_codec()), [](const auto& info) {
  std::string name = info.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

TEST(Readers, ReadTheBytesOfAnotherCodec) {
  BenchTask task = task_of(DECODE, "xml-jaxb/pugixml", "interop.Stock", kStock);
  task.set_codec("xml-jaxb/pugixml-default");
  expect_same_work(task);
  task.set_operation(ENCODE);
  EXPECT_EQ(refusal(task), "this codec does not encode");
}

TEST(Cycles, AreWrittenAndNeverRead) {
  BenchTask task = task_of(DECODE, "hessian2/wirebed");
  task.set_cyclic(true);
  EXPECT_EQ(refusal(task), "a cycle, which nothing would take apart");
  task.set_operation(ENCODE);
  EXPECT_EQ(refusal(task), "");
}

TEST(Rows, GiveBackWhatTheyWrote) {
  const BenchTask task = task_of(ENCODE, "raw/memcpy");
  EXPECT_EQ(Row(task).run(3), test::encode("raw/memcpy", task.message(), task.view()).encoded());
  const BenchTask reading = task_of(DECODE, "raw/memcpy");
  EXPECT_EQ(Row(reading).run(1), "");
}

TEST(Reused, IsWhatALibraryOffers) {
  const auto kept = [](Operation operation, const char* codec) {
    BenchTask task = task_of(operation, codec);
    task.set_reused(true);
    try {
      return operation_of(task).kept;
    } catch (const Refused& refused) {
      return std::string(refused.what());
    }
  };
  EXPECT_EQ(kept(DECODE, "protobuf/libprotobuf"), "the message");
  EXPECT_EQ(kept(ENCODE, "raw/memcpy"), "the buffer that is written to");
  EXPECT_EQ(kept(DECODE, "json/nlohmann"), "this library keeps nothing more");
}

}  // namespace
}  // namespace wirebed::bench
