// Answers one task with one typed result: a library's refusal is an encode or decode error, and a defect of
// this peer is an internal error.
#include "tasks.h"

#include "attempt.h"
#include "registry.h"
#include "stopwatch.h"

namespace wirebed {

namespace {

void encode(const Endpoint& endpoint, const Options& options, const std::string& view, Result& result) {
  OwnedObject held(endpoint);
  if (!attempt(result, kEncodeError, FailureStage::kBuild, [&] { held.object = endpoint.build(view); }))
    return;
  std::string wire;
  if (!attempt(result, kEncodeError, FailureStage::kWrite,
               [&] { wire = endpoint.write(held.object, options); }))
    return;
  result.set_encoded(std::move(wire));
}

void decode(const Endpoint& endpoint, const Options& options, const std::string& wire, Result& result) {
  OwnedObject held(endpoint);
  if (!attempt(result, kDecodeError, FailureStage::kParse,
               [&] { held.object = endpoint.read(wire, options); }))
    return;
  std::string view;
  if (!attempt(result, kDecodeError, FailureStage::kUse,
               [&] { view = endpoint.view(held.object, shows_defaults(options)); })) {
    return;
  }
  result.set_decoded(std::move(view));
}

// Decodes by one endpoint and encodes by `writer`, which takes the same objects.
void relay(const Endpoint& endpoint, const Endpoint& writer, const Options& options, const Relay& relay,
           Result& result) {
  OwnedObject held(endpoint);
  const std::vector<std::uint32_t> clear(relay.clear().begin(), relay.clear().end());
  if (!attempt(result, kDecodeError, FailureStage::kParse,
               [&] { held.object = endpoint.read(relay.wire(), options); })) {
    return;
  }
  std::string wire;
  if (!attempt(result, kEncodeError, FailureStage::kBuild,
               [&] { endpoint.edit(held.object, relay.set(), clear); }) ||
      !attempt(result, kEncodeError, FailureStage::kWrite,
               [&] { wire = writer.write(held.object, options); })) {
    return;
  }
  result.set_encoded(std::move(wire));
}

void measure(const Endpoint& endpoint, const Options& options, const Measure& measure, Result& result) {
  const std::uint32_t milliseconds = measure.milliseconds();
  Measured measured;
  OwnedObject held(endpoint);
  std::string wire = measure.wire();
  if (!measure.has_wire()) {
    if (!attempt(result, kEncodeError, FailureStage::kBuild,
                 [&] { held.object = endpoint.build(measure.view()); }))
      return;
    const auto encode_once = [&] { wire = endpoint.write(held.object, options); };
    if (!attempt(result, kEncodeError, FailureStage::kWrite,
                 [&] { *measured.mutable_encode() = time_of(encode_once, milliseconds); })) {
      return;
    }
  }
  // A view without '=' has no cycle, so the object's own destructor is enough, as in a user's program.
  const bool may_cycle = measure.has_wire() || measure.view().find('=') != std::string::npos;
  const auto decode_once = [&] {
    const Object object = endpoint.read(wire, options);
    if (may_cycle) endpoint.release(object);
  };
  if (!attempt(result, kDecodeError, FailureStage::kParse,
               [&] { *measured.mutable_decode() = time_of(decode_once, milliseconds); })) {
    return;
  }
  measured.set_size(wire.size());
  *result.mutable_measured() = measured;
}

void run_bare(const Task& task, const Options& options, Result& result) {
  const CodecEntry& codec = find_codec(task.codec());
  if (!codec.about.bare) throw UnsupportedError(codec.id() + " has no values without a schema");
  std::string bytes;
  if (task.action_case() == Task::kEncode) {
    const auto write = [&] { bytes = codec.encode_bare(task.encode(), options); };
    if (attempt(result, kEncodeError, FailureStage::kWrite, write)) result.set_encoded(std::move(bytes));
  } else if (task.action_case() == Task::kDecode) {
    const auto read = [&] { bytes = codec.decode_bare(task.decode(), options); };
    if (attempt(result, kDecodeError, FailureStage::kParse, read)) result.set_decoded(std::move(bytes));
  } else {
    throw UnsupportedError("a value without a schema is encoded or decoded only");
  }
}

void run_relay(const Endpoint& endpoint, const Options& options, const Task& task, Result& result) {
  const std::string& into = task.relay().into();
  if (into.empty()) return relay(endpoint, endpoint, options, task.relay(), result);
  if (find_codec(into).model != find_codec(task.codec()).model) {
    throw UnsupportedError(into + " does not take what " + task.codec() + " returns");
  }
  relay(endpoint, find_endpoint(into, task.message()), options, task.relay(), result);
}

void run(const Task& task, Result& result) {
  if (task.action_case() == Task::ACTION_NOT_SET)
    throw UnsupportedError("the task has no action that this peer knows");
  if (!task.class_name().empty()) throw UnsupportedError("this peer has no codec of classes");
  const Options options(task.options().begin(), task.options().end());
  if (task.message().empty()) return run_bare(task, options, result);
  const Endpoint& endpoint = find_endpoint(task.codec(), task.message());
  switch (task.action_case()) {
    case Task::kEncode:
      return encode(endpoint, options, task.encode(), result);
    case Task::kDecode:
      return decode(endpoint, options, task.decode(), result);
    case Task::kRelay:
      return run_relay(endpoint, options, task, result);
    case Task::kMeasure:
      return measure(endpoint, options, task.measure(), result);
    case Task::kEcho:
      throw UnsupportedError("this program sends nothing to a server");
    case Task::ACTION_NOT_SET:
      return;
  }
}

}  // namespace

void run_task(const Task& task, Result& result) {
  result.set_id(task.id());
  complete(result, [&] { run(task, result); });
}

}  // namespace wirebed
