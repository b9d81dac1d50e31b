// The JSON mapping by libprotobuf's util.
#include "codec/protojson.h"

#include <google/protobuf/message.h>
#include <google/protobuf/util/json_util.h>

#include "codec/libprotobuf.h"

namespace wirebed {

About Protojson::about() {
  return {.format = "protojson", .library = "libprotobuf", .version = libprotobuf_version()};
}

std::string Protojson::encode(const google::protobuf::Message& message, const Options&) {
  const LogCapture log;
  std::string wire;
  const auto status = google::protobuf::util::MessageToJsonString(message, &wire);
  if (!status.ok()) throw Refusal(At::kWrite, status.ToString());
  return wire;
}

void Protojson::decode(std::string_view wire, const Options& options, google::protobuf::Message& message) {
  const LogCapture log;
  google::protobuf::util::JsonParseOptions lenience;
  const auto unknown = options.find("unknown");
  lenience.ignore_unknown_fields = unknown != options.end() && unknown->second == "ignore";
  const auto status = google::protobuf::util::JsonStringToMessage(std::string(wire), &message, lenience);
  if (!status.ok()) refuse_parse(message, false, log.text(status.ToString()));
}

}  // namespace wirebed
