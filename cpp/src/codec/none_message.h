// The codec without bytes, for protobuf messages: what it "writes" is the view that the message gives back.
// It shows what the language's own objects cannot hold, so that no format is blamed for it.
#pragma once

#include <string>
#include <string_view>

#include "codec.h"

namespace google::protobuf {
class Message;
}

namespace wirebed {

struct NoneMessage {
  static About about();
  static void encode(const google::protobuf::Message& message, const Options& options, std::string& wire);
  static void decode(std::string_view wire, const Options& options, google::protobuf::Message& message);
};

}  // namespace wirebed
