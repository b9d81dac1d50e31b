// Delimited streams, deterministic output, and extensions that nobody knows.
#include "codec/protobuf_stream.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/message.h>
#include <google/protobuf/util/delimited_message_util.h>

namespace wirebed::protobuf_stream {

namespace {

namespace io = google::protobuf::io;

bool is(const Options& options, const char* key, const char* value) {
  const auto found = options.find(key);
  return found != options.end() && found->second == value;
}

bool write_to(io::ZeroCopyOutputStream& out, const google::protobuf::Message& message,
              const Options& options) {
  const auto delimited = options.find("delimited");
  if (delimited != options.end()) {
    for (int left = std::stoi(delimited->second); left > 0; --left) {
      if (!google::protobuf::util::SerializeDelimitedToZeroCopyStream(message, &out)) return false;
    }
    return true;
  }
  io::CodedOutputStream coded(&out);
  coded.SetSerializationDeterministic(is(options, "deterministic", "true"));
  return message.SerializeToCodedStream(&coded);
}

// The last of so many messages stays in `message`.
bool read_delimited(io::ArrayInputStream& in, int times, google::protobuf::Message& message) {
  for (int left = times; left > 0; --left) {
    message.Clear();
    bool ended = false;
    if (google::protobuf::util::ParseDelimitedFromZeroCopyStream(&message, &in, &ended)) continue;
    if (ended) throw Refusal(FailureStage::kParse, "the stream ends before the message");
    return false;
  }
  return true;
}

}  // namespace

bool is_asked(const Options& options) {
  return options.count("delimited") != 0 || is(options, "extensions", "unknown");
}

bool write(const google::protobuf::Message& message, const Options& options, std::string& wire) {
  wire.clear();
  io::StringOutputStream out(&wire);
  return write_to(out, message, options);
}

bool read(std::string_view wire, const Options& options, google::protobuf::Message& message) {
  io::ArrayInputStream in(wire.data(), static_cast<int>(wire.size()));
  const auto delimited = options.find("delimited");
  if (delimited != options.end()) return read_delimited(in, std::stoi(delimited->second), message);
  // Extensions are looked up in a pool that has none.
  const google::protobuf::DescriptorPool none;
  io::CodedInputStream coded(&in);
  coded.SetExtensionRegistry(&none, message.GetReflection()->GetMessageFactory());
  return message.ParseFromCodedStream(&coded);
}

}  // namespace wirebed::protobuf_stream
