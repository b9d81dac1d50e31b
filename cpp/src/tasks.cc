// Answers one task with one typed result: a library's refusal is an encode or decode error, and a defect of
// this peer is an internal error.
#include "tasks.h"

#include "failures.h"
#include "left.h"
#include "registry.h"
#include "stopwatch.h"

namespace wirebed {

namespace {

UnsupportedError no_action() { return UnsupportedError("the task has no action that this peer knows"); }

UnsupportedError no_classes() { return UnsupportedError("this peer has no codec of classes"); }

void write(const Endpoint& endpoint, const OwnedObject& held, const Options& options, Result& result) {
  std::string wire;
  if (attempt(result, kEncodeError, FailureStage::kWrite, endpoint.about(),
              [&] { endpoint.write(held.object, options, wire); })) {
    result.set_encoded(std::move(wire));
  } else {
    tell_output(wire, result);
  }
}

bool read(const Endpoint& endpoint, const std::string& wire, const Options& options, OwnedObject& held,
          Result& result) {
  if (attempt(result, kDecodeError, FailureStage::kParse, endpoint.about(),
              [&] { endpoint.read(wire, options, held.object); }))
    return true;
  tell_object(endpoint, held.object, result);
  return false;
}

void encode(const Endpoint& endpoint, const Options& options, const std::string& view, Result& result) {
  OwnedObject held(endpoint);
  if (!attempt(result, kEncodeError, FailureStage::kBuild, endpoint.about(),
               [&] { held.object = endpoint.build(view); }))
    return;
  write(endpoint, held, options, result);
}

void decode(const Endpoint& endpoint, const Options& options, const std::string& wire, Result& result) {
  OwnedObject held(endpoint);
  if (!read(endpoint, wire, options, held, result)) return;
  std::string view;
  if (!attempt(result, kDecodeError, FailureStage::kUse, endpoint.about(),
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
  if (!read(endpoint, relay.wire(), options, held, result)) return;
  if (!attempt(result, kEncodeError, FailureStage::kBuild, endpoint.about(),
               [&] { endpoint.edit(held.object, relay.set(), clear); }))
    return;
  write(writer, held, options, result);
}

void measure(const Endpoint& endpoint, const Options& options, const Measure& measure, Result& result) {
  const std::uint32_t milliseconds = measure.milliseconds();
  Measured measured;
  OwnedObject held(endpoint);
  std::string wire = measure.wire();
  if (!measure.has_wire()) {
    if (!attempt(result, kEncodeError, FailureStage::kBuild, endpoint.about(),
                 [&] { held.object = endpoint.build(measure.view()); }))
      return;
    const auto encode_once = [&] { wire = endpoint.write(held.object, options); };
    if (!attempt(result, kEncodeError, FailureStage::kWrite, endpoint.about(),
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
  if (!attempt(result, kDecodeError, FailureStage::kParse, endpoint.about(),
               [&] { *measured.mutable_decode() = time_of(decode_once, milliseconds); })) {
    return;
  }
  measured.set_size(wire.size());
  *result.mutable_measured() = measured;
}

Step bare_step(Column::Action action, const CodecEntry& codec, const Options& options) {
  if (action == Column::ENCODE) {
    return [&codec, options](const std::string& view, Result& result) {
      std::string wire;
      const auto write = [&] { wire = codec.encode_bare(view, options); };
      if (attempt(result, kEncodeError, FailureStage::kWrite, codec.about, write))
        result.set_encoded(std::move(wire));
    };
  }
  return [&codec, options](const std::string& wire, Result& result) {
    std::string view;
    const auto read = [&] { view = codec.decode_bare(wire, options); };
    if (attempt(result, kDecodeError, FailureStage::kParse, codec.about, read))
      result.set_decoded(std::move(view));
  };
}

const CodecEntry& bare_codec(const std::string& id) {
  const CodecEntry& codec = find_codec(id);
  if (!codec.about.bare) throw UnsupportedError(codec.id() + " has no values without a schema");
  return codec;
}

void run_relay(const Endpoint& endpoint, const Options& options, const Task& task, Result& result) {
  const std::string& into = task.relay().into().empty() ? task.codec() : task.relay().into();
  if (find_codec(into).model != find_codec(task.codec()).model) {
    throw UnsupportedError(into + " does not take what " + task.codec() + " returns");
  }
  relay(endpoint, find_writer(into, task.message()), options, task.relay(), result);
}

void run(const Task& task, Result& result) {
  const Options options(task.options().begin(), task.options().end());
  const auto step = [&](Column::Action action) {
    return step_of(action, task.codec(), task.message(), options, task.class_name());
  };
  if (task.action_case() == Task::kEncode) return step(Column::ENCODE)(task.encode(), result);
  if (task.action_case() == Task::kDecode) return step(Column::DECODE)(task.decode(), result);
  if (task.action_case() == Task::ACTION_NOT_SET) throw no_action();
  if (!task.class_name().empty()) throw no_classes();
  if (task.message().empty()) {
    bare_codec(task.codec());
    throw UnsupportedError("a value without a schema is encoded or decoded only");
  }
  const Endpoint& endpoint = find_endpoint(task.codec(), task.message());
  if (task.has_relay()) return run_relay(endpoint, options, task, result);
  if (task.has_measure()) return measure(endpoint, options, task.measure(), result);
  throw UnsupportedError("this program sends nothing to a server");
}

}  // namespace

Step step_of(Column::Action action, const std::string& codec, const std::string& message,
             const Options& options, const std::string& class_name) {
  if (action != Column::ENCODE && action != Column::DECODE) throw no_action();
  if (!class_name.empty()) throw no_classes();
  if (message.empty()) return bare_step(action, bare_codec(codec), options);
  if (action == Column::ENCODE) {
    return [&writer = find_writer(codec, message), options](const std::string& view, Result& result) {
      encode(writer, options, view, result);
    };
  }
  return [&endpoint = find_endpoint(codec, message), options](const std::string& wire, Result& result) {
    decode(endpoint, options, wire, result);
  };
}

void run_task(const Task& task, Result& result) {
  result.set_id(task.id());
  complete(result, [&] { run(task, result); });
}

}  // namespace wirebed
