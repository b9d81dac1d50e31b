// The JSON mapping by libprotobuf's util.
#include "codec/protojson.h"

#include <google/protobuf/message.h>
#include <google/protobuf/util/json_util.h>

#include <string>

#include "codec/libprotobuf.h"

namespace wirebed {

namespace {

// The library has this limit for objects. It has none for arrays, and needs time that grows with the square
// of their depth.
constexpr int kMostDepth = 100;

void check_arrays(std::string_view json) {
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (quote != 0) {
      if (c == '\\') ++i;
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == ']') {
      --depth;
    } else if (c == '[' && ++depth > kMostDepth) {
      throw Refusal(FailureStage::kParse,
                    "more than " + std::to_string(kMostDepth) + " arrays inside each other");
    }
  }
}

}  // namespace

About Protojson::about() {
  return {.format = "protojson",
          .library = "libprotobuf",
          .version = libprotobuf_version(),
          .library_packages = {kLibprotobufNamespace},
          .function = libprotobuf_function(),
          .typed_errors =
              {
                  {.type = "google::protobuf::util::Status",
                   .authority = "google/protobuf/util/json_util.h, JsonToBinaryStream: \"The conversion will "
                                "fail if: [...] "
                                "input is not valid JSON format\"; JsonStringToMessage is a wrapper of it"},
              },
          .leaves_object =
              "google/protobuf/util/json_util.h, JsonStringToMessage: \"Converts from JSON to "
              "protobuf message\"; the message is parsed when all of the JSON was converted",
          .leaves_output =
              "google/protobuf/util/json_util.h, MessageToJsonString: \"Converts from protobuf "
              "message to JSON and appends it to |output|\"",
          .settings = {
              StatedSetting::option("ignore_unknown_fields", "where a task asks for it",
                                    "A case with `unknown: ignore` is about this option."),
              StatedSetting::guard(
                  "more than 100 arrays inside each other are refused",
                  "The library has this limit for objects only, and takes time that grows with the square."),
          }};
}

void Protojson::encode(const google::protobuf::Message& message, const Options&, std::string& wire) {
  const LogCapture log;
  wire.clear();  // the library appends
  const auto status = google::protobuf::util::MessageToJsonString(message, &wire);
  if (!status.ok()) throw Refusal(FailureStage::kWrite, status.ToString(), RefusedBy::kLibrary);
}

void Protojson::decode(std::string_view wire, const Options& options, google::protobuf::Message& message) {
  check_arrays(wire);
  const LogCapture log;
  google::protobuf::util::JsonParseOptions lenience;
  if (!options.empty()) {
    const auto unknown = options.find("unknown");
    lenience.ignore_unknown_fields = unknown != options.end() && unknown->second == "ignore";
  }
  const auto status =
      google::protobuf::util::JsonStringToMessage({wire.data(), wire.size()}, &message, lenience);
  if (!status.ok()) {
    throw Refusal(FailureStage::kParse, log.text(status.ToString()), RefusedBy::kLibrary);
  }
}

}  // namespace wirebed
