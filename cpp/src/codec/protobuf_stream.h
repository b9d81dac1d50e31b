// The options of the binary format, as calls of libprotobuf (proto/wirebed/README.md, "Options").
#pragma once

#include <string>
#include <string_view>

#include "codec.h"

namespace google::protobuf {
class Message;
}

namespace wirebed::protobuf_stream {

// Whether a reader has to do something that it does not do by default.
bool is_asked(const Options& options);

// Both return what the library returns: false for a message or bytes that it refuses.
bool write(const google::protobuf::Message& message, const Options& options, std::string& wire);
bool read(std::string_view wire, const Options& options, google::protobuf::Message& message);

}  // namespace wirebed::protobuf_stream
