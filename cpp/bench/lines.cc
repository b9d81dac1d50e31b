// The modes whose result is a line of JSON for each task: probe, bytes and stacks.
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "bench/allocated.h"
#include "bench/modes.h"
#include "bench/stack_samples.h"
#include "bench/timed_operation.h"
#include "bench/whose_code.h"
#include "registry.h"

namespace wirebed::bench {

namespace {

using Json = nlohmann::ordered_json;

// A library's message may contain bytes of its input.
std::string line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// Several rounds, since a loop that reuses something does not work as in its first round later.
Json probed(const BenchTask& task) {
  constexpr Times kRounds = 3;
  try {
    const Row row(task);
    const std::string wrote = row.run(kRounds);
    Json line = {{"id", task.id()}, {"kept", row.operation().kept}};
    if (row.operation().writes != nullptr) line["bytes"] = wrote.size();
    return line;
  } catch (const std::exception& error) {
    return {{"id", task.id()}, {"refused", error.what()}};
  }
}

// The difference of two runs, which excludes a loop's preparation and the return of its result.
Json counted(const BenchTask& task) {
  constexpr Times kWarm = 8, kMeasured = 64;
  const Row row(task);
  const auto allocated_by = [&](Times times) {
    const Allocated before = allocated();
    row.run(times);
    return Allocated{allocated().bytes - before.bytes, allocated().count - before.count};
  };
  allocated_by(kWarm);
  const Allocated some = allocated_by(kWarm), more = allocated_by(kWarm + kMeasured);
  return {{"id", task.id()},
          {"bytes", static_cast<double>(more.bytes - some.bytes) / kMeasured},
          {"count", static_cast<double>(more.count - some.count) / kMeasured}};
}

std::vector<StackSample> stacks_of(const BenchTask& task, double seconds) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kLoop(10);  // at least, so that hardly any sample is between two loops
  const Row row(task);
  std::vector<StackSample> stacks = sampled(seconds, [&] {
    Times times = 1;
    for (auto end = Clock::now() + std::chrono::duration<double>(seconds); Clock::now() < end;) {
      const auto begin = Clock::now();
      row.run(times);
      if (Clock::now() - begin < kLoop) times *= 2;
    }
  });
  if (stacks.empty()) throw InvalidRequest("no stacks of " + task.id() + " were sampled");
  return stacks;
}

// Whether code of this bed is more inward on the stack than the library. A stack with neither is not: the
// benchmark frees what an operation made.
bool is_own(const StackSample& stack, const SourceFiles& files, const std::vector<std::string>& namespaces) {
  for (std::size_t i = 0; i < stack.size; ++i) {
    for (const std::string& file : files.at(stack.in_call(i))) {
      const Whose found = whose(file, namespaces);
      if (found != Whose::kNeither) return found == Whose::kOwn;
    }
  }
  return false;
}

std::string lines(const Arguments& arguments, Json (*of)(const BenchTask&)) {
  std::string all;
  for (const BenchTask& task : arguments.tasks) all += line(of(task));
  return all;
}

}  // namespace

std::string probe_all(const Arguments& arguments) { return lines(arguments, &probed); }
std::string bytes_of_all(const Arguments& arguments) { return lines(arguments, &counted); }

std::string stacks_of_all(const Arguments& arguments) {
  std::vector<std::vector<StackSample>> all;
  std::set<const char*> addresses;
  for (const BenchTask& task : arguments.tasks) {
    for (const StackSample& stack : all.emplace_back(stacks_of(task, arguments.seconds))) {
      for (std::size_t i = 0; i < stack.size; ++i) addresses.insert(stack.in_call(i));
    }
  }
  const SourceFiles files(addresses, arguments.out + ".addresses");
  std::string made;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const BenchTask& task = arguments.tasks[i];
    const std::vector<std::string> namespaces = find_codec(task.codec()).about.library_packages;
    const auto own = [&](const StackSample& stack) { return is_own(stack, files, namespaces); };
    made += line({{"id", task.id()},
                  {"samples", all[i].size()},
                  {"own", std::count_if(all[i].begin(), all[i].end(), own)}});
  }
  return made;
}

}  // namespace wirebed::bench
