// Whose code a frame is, and how much of an operation is code of this bed.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bench/frames.h"
#include "bench/modes.h"
#include "support.h"

namespace wirebed::bench {
namespace {

struct Seen {
  const char* function;
  const char* file;
  std::vector<std::string> namespaces;
  Whose whose;
};

TEST(Frames, AreOfTheLibraryOrOfThisBedOrWorkForTheirCallers) {
  const std::vector<std::string> json = {"nlohmann::"}, protobuf = {"google::protobuf::"}, none;
  const char* const header = "/usr/include/x.h";
  const Seen all[] = {
      {"_ZNK8nlohmann16json_abi_v3_11_210basic_jsonE4dumpEv", header, json, Whose::kLibrary},
      {"_ZN6google8protobuf11MessageLite17SerializeToStringEv", header, protobuf, Whose::kLibrary},
      {"_ZN6google4logE", header, protobuf, Whose::kNeither},
      {"_ZN8nlohmann4dumpEv", header, none, Whose::kNeither},
      {"_ZNSt6vectorIN8nlohmann4jsonESaIS1_EE9push_backEv", header, json, Whose::kNeither},
      {"_ZN7wirebed12_GLOBAL__N_15valueEv", "src/codec/json_nlohmann.cc", json, Whose::kOwn},
      {"_ZZNK7wirebed4meta5Class4walkEvENKUlvE_clEv", "src/meta.h", json, Whose::kOwn},
      {"_ZN7wirebed7convert10to_messageEv", "plain/cpp-bench/stock.conversions.h", protobuf, Whose::kOwn},
      {"_ZN7wirebed5bench4keepEv", "bench/loops.h", json, Whose::kNeither},
      {"_ZN7interop5Stock10set_symbolEv", "gen/interop/stock.pb.h", protobuf, Whose::kLibrary},
      {"_ZN5plain7interop5StockD2Ev", "plain/cpp/stock.plain.h", json, Whose::kNeither},
      {"main", "bench/main.cc", json, Whose::kNeither},
      {"??", "??", json, Whose::kNeither},
      {"", "/usr/lib/x86_64-linux-gnu/libpugixml.so.1", {"pugi::"}, Whose::kLibrary},
      {"", "/lib/x86_64-linux-gnu/libc.so.6", json, Whose::kNeither},
  };
  for (const Seen& seen : all)
    EXPECT_EQ(whose({seen.function, seen.file}, seen.namespaces), seen.whose) << seen.function << seen.file;
}

struct Part {
  const char* codec;
  double least, most;
};

class Stacks : public testing::TestWithParam<Part> {};

TEST_P(Stacks, SayHowMuchIsOwnCode) {
  BenchTask task;
  task.set_id("r1");
  task.set_operation(ENCODE);
  task.set_codec(GetParam().codec);
  task.set_message("interop.Stock");
  task.set_view(
      test::view_of("interop.Stock", R"(symbol: "ABCD" target_price: 25 five_year_prices { volume: 100 })"));
  const std::string out = testing::TempDir() + "stacks";
  const auto line = nlohmann::json::parse(
      stacks_of_all({.program = "", .mode = "stacks", .out = out, .seconds = 0.3, .tasks = {task}}));
  EXPECT_EQ(line["id"], "r1");
  const double samples = line["samples"], own = line["own"].get<double>() / samples;
  EXPECT_GT(samples, 20);
  EXPECT_GE(own, GetParam().least);
  EXPECT_LE(own, GetParam().most);
}

// All of a layout is code of this bed, and the library does nearly all of the work for its own message.
INSTANTIATE_TEST_SUITE_P(Codecs, Stacks,
                         testing::Values(Part{"raw/memcpy", 0.5, 1}, Part{"protobuf/libprotobuf", 0, 0.3}));

}  // namespace
}  // namespace wirebed::bench
