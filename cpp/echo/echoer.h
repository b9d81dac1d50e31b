// Payload to payload: decodes to an object, and encodes that object anew.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "endpoint.h"

namespace wirebed::echo {

// The counts of a server.
struct Counts {
  std::atomic<std::uint64_t> echoed = 0;
  std::atomic<std::uint64_t> refused = 0;
  std::atomic<std::uint64_t> cancelled = 0;
};

class Echoer {
 public:
  // Takes any line. If it asks for what this server does not have, each payload is refused. A reply that is
  // longer than `most` is a refusal, too: the client may have grown it by the names of fields that it left
  // out.
  Echoer(std::string_view line, std::size_t most, Counts& counts);

  // True when `reply` is the value, false when it is a `wirebed.Result` that refuses.
  bool echo(std::string_view payload, std::string& reply);

 private:
  const Endpoint* endpoint_ = nullptr;
  Options options_;
  std::string unsupported_;
  std::size_t most_;
  Counts& counts_;
};

// The bytes of a Result that refuses what is too long, or no payload.
std::string connection_error(const std::string& reason);
// "a payload of 5 bytes, of at most 4"
std::string too_long(const char* what, std::size_t size, std::size_t most);

}  // namespace wirebed::echo
