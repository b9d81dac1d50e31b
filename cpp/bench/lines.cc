// The modes whose result is a line of JSON for each task: probe and bytes.
#include <nlohmann/json.hpp>

#include "bench/allocated.h"
#include "bench/modes.h"
#include "bench/timed_operation.h"

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

std::string lines(const Arguments& arguments, Json (*of)(const BenchTask&)) {
  std::string all;
  for (const BenchTask& task : arguments.tasks) all += line(of(task));
  return all;
}

}  // namespace

std::string probe_all(const Arguments& arguments) { return lines(arguments, &probed); }
std::string bytes_of_all(const Arguments& arguments) { return lines(arguments, &counted); }

}  // namespace wirebed::bench
