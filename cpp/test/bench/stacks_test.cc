// Where the stack is, whose code that is, and how much of an operation is code of this bed.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/modes.h"
#include "bench/spin.h"
#include "bench/stack_samples.h"
#include "bench/whose_code.h"
#include "support.h"

namespace wirebed::bench {
namespace {

std::string scratch() { return testing::TempDir() + "stacks"; }

TEST(StackSamples, BeginInTheFunctionThatWorks) {
  const std::vector<StackSample> stacks = sampled(0.2, [] { test::spin(0.3); });
  ASSERT_GT(stacks.size(), 100U);
  ASSERT_LE(stacks.size(), 200U);
  std::set<const char*> innermost;
  for (const StackSample& stack : stacks) innermost.insert(stack.in_call(0));
  const SourceFiles files(innermost, scratch());
  const auto in_spin = std::count_if(stacks.begin(), stacks.end(), [&](const StackSample& stack) {
    const std::vector<std::string>& found = files.at(stack.in_call(0));
    return found.size() == 2 && found[0].ends_with("/bench/spin.h") && found[1].ends_with("/bench/spin.cc");
  });
  EXPECT_GT(static_cast<double>(in_spin), 0.9 * static_cast<double>(stacks.size()));
  // Further out is the test.
  EXPECT_GT(stacks[0].size, 3U);
}

TEST(SourceFiles, HaveALibraryAndNothingForNoCode) {
  const char* const in_libc = reinterpret_cast<const char*>(&::getpid);
  const char* const nowhere = nullptr;
  const SourceFiles files({in_libc, nowhere}, scratch());
  ASSERT_EQ(files.at(in_libc).size(), 1U);
  EXPECT_NE(files.at(in_libc)[0].find("/libc.so"), std::string::npos);
  EXPECT_TRUE(files.at(nowhere).empty());
}

struct Seen {
  const char* file;
  std::vector<std::string> namespaces;
  Whose whose;
};

TEST(WhoseCode, IsSaidByTheFile) {
  const std::vector<std::string> json = {"nlohmann::"}, protobuf = {"google::protobuf::"}, pugi = {"pugi::"},
                                 none;
  const Seen all[] = {
      {"/usr/include/nlohmann/detail/output/serializer.hpp", json, Whose::kLibrary},
      {"/usr/include/google/protobuf/message_lite.h", protobuf, Whose::kLibrary},
      {"/opt/include/google/protobuf/message_lite.h", protobuf, Whose::kLibrary},
      {"/usr/include/google/logging.h", protobuf, Whose::kNeither},
      {"/usr/include/nlohmann/json.hpp", none, Whose::kNeither},
      {"/usr/include/pugixml.hpp", pugi, Whose::kLibrary},
      {"/usr/include/c++/12/bits/stl_vector.h", json, Whose::kNeither},
      {"/lib/x86_64-linux-gnu/libpugixml.so.1", pugi, Whose::kLibrary},
      {"/lib/x86_64-linux-gnu/libpugixml.so.1", none, Whose::kNeither},
      {"/lib/x86_64-linux-gnu/libc.so.6", json, Whose::kNeither},
      {"linux-vdso.so.1", json, Whose::kNeither},
      {"./src/codec/json_nlohmann.cc", json, Whose::kOwn},
      {"./../../../cpp/src/codec/pugi.cc", pugi, Whose::kOwn},
      {"./../plain/cpp-bench/stock.conversions.h", protobuf, Whose::kOwn},
      {"./../../cpp/bench/loops.h", json, Whose::kNeither},
      {"bench/loops.h", json, Whose::kNeither},
      {"./gen/interop/stock.pb.h", protobuf, Whose::kLibrary},
      {"plain/cpp/stock.plain.h", json, Whose::kNeither},
      {"??", json, Whose::kNeither},
  };
  for (const Seen& seen : all) EXPECT_EQ(whose(seen.file, seen.namespaces), seen.whose) << seen.file;
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
  const auto line = nlohmann::json::parse(
      stacks_of_all({.program = "", .mode = "stacks", .out = scratch(), .seconds = 0.3, .tasks = {task}}));
  EXPECT_EQ(line["id"], "r1");
  const double samples = line["samples"], own = line["own"].get<double>() / samples;
  EXPECT_GT(samples, 100);
  EXPECT_GE(own, GetParam().least);
  EXPECT_LE(own, GetParam().most);
}

// All of a layout is code of this bed, but for the loop and for memory, and hardly any of what a library does
// with its own message.
INSTANTIATE_TEST_SUITE_P(Codecs, Stacks,
                         testing::Values(Part{"raw/memcpy", 0.5, 1}, Part{"protobuf/libprotobuf", 0, 0.3}));

}  // namespace
}  // namespace wirebed::bench
