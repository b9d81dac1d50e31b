// Payload to payload: decodes to an object, and encodes that object anew.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "endpoint.h"

namespace wirebed::echo {

// What a server did.
struct Counts {
  std::atomic<std::uint64_t> echoed = 0;
  std::atomic<std::uint64_t> refused = 0;
  std::atomic<std::uint64_t> cancelled = 0;
};

class Echoer {
 public:
  // Takes any line. If it asks for what this server does not have, each payload is refused.
  Echoer(std::string_view line, Counts& counts);

  // True when `reply` is the value, false when it is a `wirebed.Result` that refuses.
  bool echo(std::string_view payload, std::string& reply);

 private:
  const Endpoint* endpoint_ = nullptr;
  Options options_;
  std::string unsupported_;
  Counts& counts_;
};

// The bytes of a Result for what is no payload: it is too long, or there is no room for one more client.
std::string connection_error(const std::string& reason);

}  // namespace wirebed::echo
