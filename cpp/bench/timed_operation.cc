// Finds the loops of tasks.
#include "bench/timed_operation.h"

#include <benchmark/benchmark.h>

#include <cstring>
#include <unordered_map>

#include "codecs.h"
#include "registry.h"

namespace wirebed::bench {

namespace {

constexpr const char* kPlain = "none/plain";  // the bridge of the plain structs

template <class Entry>
std::unordered_map<std::string_view, Entry> by_message(const std::vector<Entry>& all) {
  std::unordered_map<std::string_view, Entry> found;
  for (const Entry& entry : all) found.emplace(entry.message, entry);
  return found;
}

using ByMessage = std::unordered_map<std::string_view, Loops>;

const Loops& find_loops(const std::string& codec, const std::string& message) {
  static const auto all = [] {
    std::unordered_map<std::string, ByMessage> made;
#define WIREBED_LOOPS(C) made.emplace(C::about().format + "/" + C::about().library, by_message(loops<C>()));
    WIREBED_MESSAGE_CODECS(WIREBED_LOOPS)
    WIREBED_PLAIN_CODECS(WIREBED_LOOPS)
#undef WIREBED_LOOPS
    return made;
  }();
  const ByMessage& loops = all.at(find_codec(codec).id());
  const auto found = loops.find(message);
  if (found == loops.end()) throw Refused("no plain struct for " + message + " in this schema tree");
  return found->second;
}

Copies find_copy(const std::string& message) {
  static const auto all = by_message(copies());
  const auto found = all.find(message);
  if (found == all.end()) throw Refused("no plain struct for " + message + " in this schema tree");
  return found->second.copy;
}

Object copy_memory(std::string_view wire, const Options&, Times times) {
  std::string to(wire.size(), '\0');
  for (; times > 0; --times) {
    std::memcpy(to.data(), wire.data(), wire.size());
    benchmark::DoNotOptimize(to.data());
    benchmark::ClobberMemory();
  }
  return nullptr;
}

// The requested loop, null if the codec has none, and what a reusing loop keeps.
struct Chosen {
  Writes writes = nullptr;
  Reads reads = nullptr;
  std::string_view kept;
};

Chosen choose(const Loops& loops, Operation operation, bool reused) {
  switch (operation) {
    case ENCODE:
      return {.writes = reused ? loops.encode_reused : loops.encode, .kept = loops.kept.encoding};
    case POPULATE:
      return {.writes = reused ? loops.populate_reused : loops.populate,
              .kept = loops.kept_converting.encoding};
    case DECODE:
      return {.reads = reused ? loops.decode_reused : loops.decode, .kept = loops.kept.decoding};
    case CONVERT:
      return {.reads = reused ? loops.convert_reused : loops.convert, .kept = loops.kept_converting.decoding};
    default:
      throw Refused("no such operation: " + Operation_Name(operation));
  }
}

}  // namespace

TimedOperation operation_of(const BenchTask& task) {
  TimedOperation operation;
  operation.kept = "nothing";
  if (task.operation() == MEMCPY) {
    operation.reads = copy_memory;
    operation.kept = "both places of memory";
    return operation;
  }
  const bool writes = task.operation() == ENCODE || task.operation() == POPULATE;
  if (task.cyclic() && !writes) throw Refused("a cycle, which nothing would take apart");
  if (task.operation() == COPY) {
    operation.copies = find_copy(task.message());
    operation.model = &find_endpoint(kPlain, task.message());
    return operation;
  }
  if (task.codec().starts_with("none/")) throw Refused("it makes no bytes, so there is nothing to time");
  const bool of_plain = task.operation() == POPULATE || task.operation() == CONVERT;
  if (of_plain && find_codec(task.codec()).model == ObjectModel::kPlain)
    throw Refused("no class to convert to: its objects are the plain structs");
  const Chosen chosen = choose(find_loops(task.codec(), task.message()), task.operation(), task.reused());
  if (chosen.writes == nullptr && chosen.reads == nullptr)
    throw Refused(task.reused() ? "this library keeps nothing more" : "this codec does not encode");
  operation.writes = chosen.writes;
  operation.reads = chosen.reads;
  operation.model = &find_endpoint(of_plain ? kPlain : task.codec(), task.message());
  if (task.reused()) operation.kept = chosen.kept;
  return operation;
}

Row::Row(const BenchTask& task)
    : task_(task), operation_(operation_of(task)), options_(task.options().begin(), task.options().end()) {
  if (operation_.reads == nullptr) object_ = operation_.model->build(task.view());
}

Row::~Row() {
  if (object_ != nullptr) operation_.model->release(object_);
}

std::string Row::run(Times times) const {
  if (operation_.writes != nullptr) return operation_.writes(object_, options_, times);
  if (operation_.reads != nullptr) {
    operation_.reads(task_.wire(), options_, times);
  } else {
    operation_.copies(object_, times);
  }
  return {};
}

}  // namespace wirebed::bench
