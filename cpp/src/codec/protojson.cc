// The JSON mapping by libprotobuf's util.
#include "codec/protojson.h"

#include <google/protobuf/message.h>
#include <google/protobuf/util/json_util.h>

#include "codec/libprotobuf.h"

namespace wirebed {

About Protojson::about() {
  return {.format = "protojson", .library = "libprotobuf", .version = libprotobuf_version()};
}

void Protojson::encode(const google::protobuf::Message& message, const Options&, std::string& wire) {
  const LogCapture log;
  wire.clear();  // the library appends
  const auto status = google::protobuf::util::MessageToJsonString(message, &wire);
  if (!status.ok()) throw Refusal(At::kWrite, status.ToString());
}

void Protojson::decode(std::string_view wire, const Options& options, google::protobuf::Message& message) {
  const LogCapture log;
  google::protobuf::util::JsonParseOptions lenience;
  if (!options.empty()) {
    const auto unknown = options.find("unknown");
    lenience.ignore_unknown_fields = unknown != options.end() && unknown->second == "ignore";
  }
  const auto status =
      google::protobuf::util::JsonStringToMessage({wire.data(), wire.size()}, &message, lenience);
  if (!status.ok()) throw Refusal(At::kParse, log.text(status.ToString()));
}

}  // namespace wirebed
