// The binary format by libprotobuf.
#include "codec/protobuf.h"

#include <google/protobuf/message.h>

#include "codec/libprotobuf.h"
#include "codec/protobuf_stream.h"
#include "dynamic_maps.h"
#include "message_types.h"
#include "protobuf_api.h"

namespace wirebed {

static std::vector<DocumentedError> typed_errors() {
  std::vector<DocumentedError> errors = {
      {.type = "bool google::protobuf::MessageLite::ParseFromArray",
       .authority =
           "google/protobuf/message_lite.h, ParseFromCodedStream: \"Returns false on a read error or "
           "if the input is in the wrong format\""},
      {.type = "bool google::protobuf::MessageLite::SerializeToString",
       .authority = "google/protobuf/message_lite.h, SerializeToCodedStream: \"Returns false on a write "
                    "error\""}};
  if (protobuf_api::kThrows) {
    errors.push_back(documented_error<protobuf_api::FatalException>(
        "google/protobuf/message_lite.h, SerializeToCodedStream: \"If the message is missing required "
        "fields, this may GOOGLE_CHECK-fail\""));
  }
  return errors;
}

About Protobuf::about() {
  return {.format = "protobuf",
          .library = "libprotobuf",
          .version = libprotobuf_version(),
          .library_packages = {kLibprotobufNamespace},
          .function = libprotobuf_function(),
          .typed_errors = typed_errors(),
          .leaves_object =
              "google/protobuf/message_lite.h, ParseFromCodedStream: \"Fill the message with a "
              "protocol buffer parsed from the given input\""};
}

void Protobuf::encode(const google::protobuf::Message& message, const Options& options, std::string& wire) {
  const LogCapture log;
  try {
    const bool written =
        options.empty() ? message.SerializeToString(&wire) : protobuf_stream::write(message, options, wire);
    if (!written) {
      throw Refusal(FailureStage::kWrite, log.text("SerializeToString returned false"), RefusedBy::kLibrary);
    }
  } catch (const protobuf_api::FatalException& fatal) {
    throw Refusal(message.IsInitialized() ? FailureStage::kWrite : FailureStage::kRequiredCheck,
                  fatal.message(), RefusedBy::kLibrary, class_name(typeid(fatal)));
  }
}

// After a failure the bytes are parsed again without the check for required fields. This distinguishes
// malformed bytes from missing fields.
void Protobuf::decode(std::string_view wire, const Options& options, google::protobuf::Message& message) {
  const LogCapture log;
  if (!options.empty() && protobuf_stream::is_asked(options)) {
    if (!protobuf_stream::read(wire, options, message)) {
      throw Refusal(FailureStage::kParse, log.text("the parser returned false"), RefusedBy::kLibrary);
    }
    return;
  }
  const int size = static_cast<int>(wire.size());
  if (message.ParseFromArray(wire.data(), size)) {
    if (message_types::are_dynamic()) settle_maps(message);
    return;
  }
  const std::string reason = log.text("ParseFromArray returned false");
  if (!message.ParsePartialFromArray(wire.data(), size)) {
    throw Refusal(FailureStage::kParse, reason, RefusedBy::kLibrary);
  }
  throw Refusal(FailureStage::kRequiredCheck,
                "missing required fields: " + message.InitializationErrorString(), RefusedBy::kLibrary);
}

}  // namespace wirebed
