// Runs tasks as the loop does.
#include "support.h"

#include <google/protobuf/text_format.h>

#include "bridge/message.h"
#include "tasks.h"

namespace wirebed::test {

namespace {

std::string failure(const Failure& failure) { return Stage_Name(failure.stage()) + ": " + failure.reason(); }

std::string outcome(const Result& result) {
  if (result.has_encode_error()) return failure(result.encode_error());
  if (result.has_decode_error()) return failure(result.decode_error());
  if (result.has_unsupported()) return "unsupported: " + result.unsupported().reason();
  if (result.has_internal_error()) return "internal: " + result.internal_error().reason();
  return result.has_encoded() ? result.encoded() : result.decoded();
}

}  // namespace

std::string view_of(const std::string& message, const std::string& text) {
  const MessagePlan& plan = MessagePlan::of(message);
  const auto object = plan.create();
  if (!google::protobuf::TextFormat::ParseFromString(text, object.get())) return "not a " + message;
  view::Writer to;
  plan.write(*object, to);
  return to.bytes;
}

Result encode(const std::string& codec, const std::string& message, const std::string& view) {
  Task task;
  task.set_codec(codec);
  task.set_message(message);
  task.set_encode(view);
  Result result;
  run_task(task, result);
  return result;
}

Result decode(const std::string& codec, const std::string& message, std::string_view wire) {
  Task task;
  task.set_codec(codec);
  task.set_message(message);
  task.set_decode(std::string(wire));
  Result result;
  run_task(task, result);
  return result;
}

std::string written(const std::string& codec, const std::string& message, const std::string& text) {
  return outcome(encode(codec, message, view_of(message, text)));
}

std::string seen(const std::string& codec, const std::string& message, std::string_view wire) {
  const Result result = decode(codec, message, wire);
  if (!result.has_decoded()) return outcome(result);
  const MessagePlan& plan = MessagePlan::of(message);
  const auto object = plan.create();
  plan.read(result.decoded(), *object);
  return object->ShortDebugString();
}

}  // namespace wirebed::test
