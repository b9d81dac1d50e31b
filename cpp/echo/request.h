// The request of a client, as a line of text:  <format>/<library> <message> [option=value]…
#pragma once

#include <string>
#include <string_view>

#include "codec.h"

namespace wirebed::echo {

// In bytes, as in the other languages.
constexpr std::size_t kLongestLine = 4096;

struct Request {
  std::string codec;  // of the server
  std::string message;
  Options options;
};

std::string line_of(const Request& request);

// Throws UnsupportedError for a line that is no request, or longer than kLongestLine.
Request parse_request(std::string_view line);

}  // namespace wirebed::echo
