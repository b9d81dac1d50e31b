// Four operations written by hand with Google Benchmark, without a class of Wirebed. `make bench-ruler`
// compares their times with those of the benchmark program for the tasks of the same names
// (fixtures/bench/ruler.yaml).
//
//   wirebed-ruler --out FILE [--seconds S]
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <cereal/archives/portable_binary.hpp>
#include <cereal/types/memory.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/vector.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "interop/seeds/target_object.pb.h"
#include "interop/seeds/target_object.plain.h"
#include "interop/seeds/testobject.pb.h"
#include "interop/seeds/testobject.plain.h"

namespace cereal {

void save(PortableBinaryOutputArchive& archive, const plain::interop::TargetObject& object) {
  archive(object.sa, object.ia);
}

}  // namespace cereal

namespace {

plain::interop::TargetObject target_object(std::size_t size) {
  return {.sa = std::vector<std::string>(size, "Dummy text"), .ia = std::vector<std::int32_t>(size, 0)};
}

// raw/memcpy Testobject/article encode, into one string of the exact size
void raw_encode(benchmark::State& state) {
  const plain::interop::Testobject object{.a = "abc", .b = 100, .c = 42};
  for (auto _ : state) {
    const auto units = static_cast<std::int32_t>(object.a.size());
    std::string bytes(4 + 2 * object.a.size() + 4 + 8, '\0');
    char* out = bytes.data();
    std::memcpy(out, &units, 4);
    out += 4;
    for (const char letter : object.a) {
      *out = letter;  // the zero behind it is there
      out += 2;
    }
    std::memcpy(out, &object.b, 4);
    std::memcpy(out + 4, &object.c, 8);
    benchmark::DoNotOptimize(bytes);
  }
}

// protobuf/libprotobuf Testobject/article decode
void protobuf_decode(benchmark::State& state) {
  const std::string bytes =
      "\x0a\x03"
      "abc\x10\x64\x18\x2a";
  for (auto _ : state) {
    interop::Testobject message;
    if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) std::abort();
    benchmark::DoNotOptimize(message);
  }
}

// json/nlohmann TargetObject/distinct_100 encode
void nlohmann_encode(benchmark::State& state) {
  const plain::interop::TargetObject object = target_object(100);
  for (auto _ : state) {
    nlohmann::ordered_json json;
    json["sa"] = object.sa;
    json["ia"] = object.ia;
    std::string bytes = json.dump();
    benchmark::DoNotOptimize(bytes);
  }
}

// cereal/cereal TargetObject/distinct_10000 encode
void cereal_encode(benchmark::State& state) {
  const auto object = std::make_shared<plain::interop::TargetObject>(target_object(10000));
  for (auto _ : state) {
    std::ostringstream stream;
    cereal::PortableBinaryOutputArchive archive(stream);
    archive(object);
    std::string bytes = std::move(stream).str();
    benchmark::DoNotOptimize(bytes);
  }
}

}  // namespace

int main(int argc, char** argv) {
  // As in the benchmark program, memory that a round frees stays with the process.
  mallopt(M_TRIM_THRESHOLD, 32 << 20);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  std::vector<std::string> options = {argv[0], "--benchmark_repetitions=10", "--benchmark_out_format=json",
                                      "--benchmark_enable_random_interleaving=true"};
  double seconds = 1;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--out") == 0) options.push_back(std::string("--benchmark_out=") + argv[i + 1]);
    if (std::strcmp(argv[i], "--seconds") == 0) seconds = std::atof(argv[i + 1]);
  }
  options.push_back("--benchmark_min_time=" + std::to_string(seconds / 10));
  std::vector<char*> arguments;
  for (std::string& option : options) arguments.push_back(option.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  benchmark::RegisterBenchmark("ruler-1", raw_encode);
  benchmark::RegisterBenchmark("ruler-2", protobuf_decode);
  benchmark::RegisterBenchmark("ruler-3", nlohmann_encode);
  benchmark::RegisterBenchmark("ruler-4", cereal_encode);
  benchmark::RunSpecifiedBenchmarks();
}
