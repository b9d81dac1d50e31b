// The text format, as libprotobuf's TextFormat writes and reads it by default.
#pragma once

#include <string>
#include <string_view>

#include "codec.h"

namespace google::protobuf {
class Message;
}

namespace wirebed {

struct Prototext {
  static About about();
  static void encode(const google::protobuf::Message& message, const Options& options, std::string& wire);
  static void decode(std::string_view wire, const Options& options, google::protobuf::Message& message);
};

}  // namespace wirebed
