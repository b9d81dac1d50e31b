// The modes whose result is a line of JSON for each task: probe and bytes.
#include <nlohmann/json.hpp>

#include "bench/heap.h"
#include "bench/modes.h"
#include "bench/probe.h"

namespace wirebed::bench {

namespace {

using Json = nlohmann::ordered_json;

// A library's message may contain bytes of its input.
std::string line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json probed(const BenchTask& task) {
  try {
    const Subject subject = subject_of(task);
    probe(subject, task);
    return {{"id", task.id()}, {"kept", subject.kept}};
  } catch (const std::exception& error) {
    return {{"id", task.id()}, {"refused", error.what()}};
  }
}

// The difference of two runs, which excludes a loop's preparation and the return of its result.
Json counted(const BenchTask& task) {
  constexpr Times kWarm = 8, kMeasured = 64;
  const Row row(task);
  const auto asked_by = [&](Times times) {
    const Asked before = heap();
    row.run(times);
    return Asked{heap().bytes - before.bytes, heap().count - before.count};
  };
  asked_by(kWarm);
  const Asked some = asked_by(kWarm), more = asked_by(kWarm + kMeasured);
  return {{"id", task.id()},
          {"bytes", static_cast<double>(more.bytes - some.bytes) / kMeasured},
          {"count", static_cast<double>(more.count - some.count) / kMeasured}};
}

std::string lines(const Asking& asking, Json (*of)(const BenchTask&)) {
  std::string all;
  for (const BenchTask& task : asking.tasks) all += line(of(task));
  return all;
}

}  // namespace

std::string probe_all(const Asking& asking) { return lines(asking, &probed); }
std::string bytes_of_all(const Asking& asking) { return lines(asking, &counted); }

}  // namespace wirebed::bench
