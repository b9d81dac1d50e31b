// The modes that measure times, by Google Benchmark: warm and cold.
#include <benchmark/benchmark.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bench/modes.h"
#include "bench/timed_operation.h"

namespace wirebed::bench {

namespace {

// The tasks run in random order and interleaved, so that a disturbance of the machine affects all alike.
constexpr int kRepetitions = 10;
constexpr int kFirst = 1000;

std::string content_of(const std::string& path) {
  std::ostringstream content;
  content << std::ifstream(path, std::ios::binary).rdbuf();
  return content.str();
}

// Google Benchmark gives the number of rounds, and all of them are one call of the loop, which is compiled
// for its codec and contains no code of the benchmark. Each repetition builds new objects, at other places of
// the heap.
void run(benchmark::State& state, const BenchTask& task) {
  try {
    const Row row(task);
    while (state.KeepRunningBatch(state.max_iterations)) row.run(state.max_iterations);
  } catch (const std::exception& error) {
    state.SkipWithError(error.what());
  }
}

// A silent reporter: --out has all results.
class Silent : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.error_occurred && error.empty()) error = run.benchmark_name() + ": " + run.error_message;
    }
  }
  std::string error;
};

std::string run_registered(const Arguments& arguments, std::vector<std::string> options) {
  const std::string part = arguments.out + ".harness";
  options.insert(options.begin(), arguments.program);
  options.push_back("--benchmark_out_format=json");
  options.push_back("--benchmark_out=" + part);
  std::vector<char*> words;
  for (std::string& option : options) words.push_back(option.data());
  int count = static_cast<int>(words.size());
  benchmark::Initialize(&count, words.data());
  Silent silent;
  benchmark::RunSpecifiedBenchmarks(&silent);
  benchmark::Shutdown();
  const std::string result = content_of(part);
  std::filesystem::remove(part);
  if (!silent.error.empty()) throw InvalidRequest(silent.error);
  return result;
}

std::string seconds_option(double seconds) { return "--benchmark_min_time=" + std::to_string(seconds); }

// Runs a process of its own with a file of one task, and returns its result.
nlohmann::ordered_json in_own_process(const Arguments& arguments, const BenchTask& task) {
  const std::string tasks = arguments.out + ".task", out = arguments.out + ".first";
  BenchTasks one;
  *one.add_tasks() = task;
  std::ofstream(tasks, std::ios::binary) << one.SerializeAsString();
  const pid_t child = fork();
  if (child == 0) {
    execl(arguments.program.c_str(), arguments.program.c_str(), "--tasks", tasks.c_str(), "--mode", "first",
          "--out", out.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
    throw InvalidRequest(task.id() + ": its process failed");
  nlohmann::ordered_json result = nlohmann::ordered_json::parse(content_of(out));
  std::filesystem::remove(tasks);
  std::filesystem::remove(out);
  return result;
}

}  // namespace

std::string warm(const Arguments& arguments) {
  for (const BenchTask& task : arguments.tasks) benchmark::RegisterBenchmark(task.id().c_str(), run, task);
  return run_registered(arguments, {"--benchmark_enable_random_interleaving=true",
                                    "--benchmark_repetitions=" + std::to_string(kRepetitions),
                                    seconds_option(arguments.seconds / kRepetitions)});
}

std::string first(const Arguments& arguments) {
  for (const BenchTask& task : arguments.tasks)
    benchmark::RegisterBenchmark(task.id().c_str(), run, task)->Iterations(kFirst);
  return run_registered(arguments, {});
}

// Merges the results as one process would have written them.
std::string cold(const Arguments& arguments) {
  nlohmann::ordered_json all;
  for (const BenchTask& task : arguments.tasks) {
    nlohmann::ordered_json one = in_own_process(arguments, task);
    if (all.is_null()) {
      all = std::move(one);
    } else {
      for (auto& benchmark : one["benchmarks"]) all["benchmarks"].push_back(std::move(benchmark));
    }
  }
  if (all.is_null()) return "{\"benchmarks\": []}\n";
  return all.dump(1) + "\n";
}

}  // namespace wirebed::bench
