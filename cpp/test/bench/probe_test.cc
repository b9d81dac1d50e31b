// The probe refuses to time codecs that cheat, and accepts every real codec.
#include "bench/probe.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "bridge/view.h"
#include "registry.h"
#include "support.h"

namespace wirebed::bench {
namespace {

using test::view_of;

const char* const kTestobject = R"(a: "abc" b: 100 c: 42)";
const char* const kOtherTestobject = R"(a: "xy" b: -7 c: 1000000)";
const char* const kStock = R"(symbol: "ABCD" target_price: 25
  todays_price { open: 17.25 close: 17.2 volume: 1000 date { seconds: 160501443 nanos: 554000000 } range { low: 1 } }
  fifty_two_week_range { low: 10.25 high: 19.25 } five_year_prices { open: 10.25 volume: 100 })";
const char* const kOtherStock = R"(symbol: "E" target_price: 1
  todays_price { open: 7 volume: -1 } fifty_two_week_range { low: 3 } five_year_prices { ask: 2 } five_year_prices {})";

BenchTask task_of(Operation operation, const std::string& codec,
                  const std::string& message = "interop.Testobject", const char* value = kTestobject,
                  const char* other = kOtherTestobject) {
  BenchTask task;
  task.set_id("r1");
  task.set_operation(operation);
  task.set_codec(codec);
  task.set_message(message);
  task.set_view(view_of(message, value));
  task.set_other(view_of(message, other));
  if (operation == DECODE || operation == CONVERT)
    task.set_wire(test::encode(codec, message, task.view()).encoded());
  return task;
}

// The reason of the refusal, or "" if there is none.
std::string refusal(const TimedOperation& operation, const BenchTask& task) {
  try {
    probe(operation, task);
    return "";
  } catch (const Refused& refused) {
    return refused.what();
  }
}

std::string refusal(const BenchTask& task) {
  try {
    return refusal(operation_of(task), task);
  } catch (const Refused& refused) {
    return refused.what();
  }
}

// An honest row, which each test turns into a cheat.
struct Cheat : testing::Test {
  BenchTask encoding = task_of(ENCODE, "raw/memcpy");
  BenchTask decoding = task_of(DECODE, "raw/memcpy");
  TimedOperation writer = operation_of(encoding);
  TimedOperation reader = operation_of(decoding);
};

TEST_F(Cheat, AnHonestCodecIsAccepted) {
  EXPECT_EQ(refusal(writer, encoding), "");
  EXPECT_EQ(refusal(reader, decoding), "");
}

TEST_F(Cheat, ConstantBytesAreRefused) {
  writer.writes = [honest = writer.writes, wire = std::string()](const Object& object, const Options& options,
                                                                 Times times) mutable {
    if (wire.empty()) wire = honest(object, options, times);
    return wire;
  };
  EXPECT_NE(refusal(writer, encoding), "");
}

TEST_F(Cheat, AnEncodingRememberedByAddressIsRefused) {
  writer.writes = [honest = writer.writes, known = std::map<const void*, std::string>()](
                      const Object& object, const Options& options, Times times) mutable {
    std::string& wire = known[object.get()];
    if (wire.empty()) wire = honest(object, options, times);
    return wire;
  };
  EXPECT_NE(refusal(writer, encoding), "");
}

// The same, for a codec that never gets two objects at one address.
TEST_F(Cheat, AnEncodingRememberedByObjectIsRefused) {
  std::vector<std::pair<Object, std::string>> known;
  writer.writes = [&, honest = writer.writes](const Object& object, const Options& options, Times times) {
    const auto at =
        std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.first == object; });
    if (at != known.end()) return at->second;
    return known.emplace_back(object, honest(object, options, times)).second;
  };
  EXPECT_EQ(refusal(writer, encoding), "an object that was changed is written as it was before");
}

TEST_F(Cheat, AFieldLeftOutWhileWritingIsRefused) {
  writer.writes = [&, honest = writer.writes](const Object& object, const Options& options, Times times) {
    const Object copy = writer.model->build(writer.model->view(object, false));
    view::Writer without;
    without.begin_record("interop.Testobject");
    without.field(3);
    without.integer(0);
    without.end_record();
    writer.model->edit(copy, without.bytes, {});
    return honest(copy, options, times);
  };
  EXPECT_NE(refusal(writer, encoding), "");
}

// A codec that always omits one field.
struct Forgetful : Endpoint {
  explicit Forgetful(const Endpoint& honest) : honest(honest) {}
  const About& about() const override { return honest.about(); }
  Object build(std::string_view view) const override { return honest.build(view); }
  Object create() const override { return honest.create(); }
  void write(const Object& object, const Options& options, std::string& wire) const override {
    honest.write(object, options, wire);
  }
  using Endpoint::read;
  void read(std::string_view wire, const Options& options, Object& into) const override {
    honest.read(wire, options, into);
    honest.edit(into, "", {2});
  }
  std::string view(const Object& object, bool defaults) const override {
    return honest.view(object, defaults);
  }
  void edit(const Object& object, std::string_view set,
            const std::vector<std::uint32_t>& clear) const override {
    honest.edit(object, set, clear);
  }
  void release(const Object& object) const override { honest.release(object); }
  const Endpoint& honest;
};

TEST_F(Cheat, AFieldLeftOutEverywhereIsRefused) {
  const Forgetful forgetful(*reader.codec);
  reader.codec = reader.model = &forgetful;
  reader.reads = [&](std::string_view wire, const Options& options, Times) {
    return forgetful.read(wire, options);
  };
  EXPECT_EQ(refusal(reader, decoding), "field 2 is lost on the way");
}

TEST_F(Cheat, AnObjectRememberedByAddressIsRefused) {
  reader.reads = [honest = reader.reads, known = std::map<const void*, Object>()](
                     std::string_view wire, const Options& options, Times times) mutable {
    Object& object = known[wire.data()];
    if (object == nullptr) object = honest(wire, options, times);
    return object;
  };
  EXPECT_NE(refusal(reader, decoding), "");
}

TEST_F(Cheat, AnObjectRememberedByBytesIsRefused) {
  reader.reads = [honest = reader.reads, known = std::map<std::string, Object>()](
                     std::string_view wire, const Options& options, Times times) mutable {
    Object& object = known[std::string(wire)];
    if (object == nullptr) object = honest(wire, options, times);
    return object;
  };
  EXPECT_EQ(refusal(reader, decoding), "it gives an object a second time");
}

TEST_F(Cheat, BuildingNothingIsRefused) {
  reader.reads = [](std::string_view, const Options&, Times) { return Object(); };
  EXPECT_EQ(refusal(reader, decoding), "there is no object");
}

// A loop that reuses the object of the round before without clearing it.
TEST_F(Cheat, AReusedObjectThatIsNotClearedIsRefused) {
  const BenchTask task = task_of(DECODE, "protobuf/libprotobuf", "interop.Stock", kStock, kOtherStock);
  TimedOperation operation = operation_of(task);
  operation.reads = [honest = operation.reads](std::string_view wire, const Options& options, Times times) {
    return honest(times > 1 ? std::string(wire) + std::string(wire) : std::string(wire), options, times);
  };
  EXPECT_NE(refusal(operation, task), "");
}

TEST_F(Cheat, ACopyThatIsTheObjectIsRefused) {
  const BenchTask task = task_of(COPY, "");
  TimedOperation operation = operation_of(task);
  EXPECT_EQ(refusal(operation, task), "");
  operation.copies = [](const Object& object, Times) { return object; };
  EXPECT_EQ(refusal(operation, task), "the copy is the object itself");
}

class EveryCodec : public testing::TestWithParam<std::string> {
 protected:
  static bool is_message() { return find_codec(GetParam()).model == ObjectModel::kMessage; }
  static void expect_accepted(const std::string& message, const char* value, const char* other) {
    for (const Operation operation : {ENCODE, DECODE, POPULATE, CONVERT}) {
      BenchTask task = task_of(operation, GetParam(), message, value, other);
      const bool converts = operation == POPULATE || operation == CONVERT;
      const std::string expected =
          converts && !is_message() ? "no class to convert to: its objects are the plain structs" : "";
      EXPECT_EQ(refusal(task), expected) << Operation_Name(operation);
      task.set_reused(true);
      const std::string reused = refusal(task);
      if (reused == "this library keeps nothing more") continue;
      EXPECT_EQ(reused, expected) << Operation_Name(operation);
    }
  }
};

TEST_P(EveryCodec, IsAcceptedOnTestobject) {
  expect_accepted("interop.Testobject", kTestobject, kOtherTestobject);
}
TEST_P(EveryCodec, IsAcceptedOnStock) { expect_accepted("interop.Stock", kStock, kOtherStock); }

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

TEST(Readers, AreProbedWithTheBytesOfAnotherCodec) {
  BenchTask task = task_of(DECODE, "xml-jaxb/pugixml", "interop.Stock", kStock, kOtherStock);
  task.set_codec("xml-jaxb/pugixml-default");
  EXPECT_EQ(refusal(task), "");
  task.set_operation(ENCODE);
  EXPECT_EQ(refusal(task), "this codec does not encode");
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
