// The line of a request.
#include "echo/request.h"

namespace wirebed::echo {

namespace {

// The next word, which ends at a space.
std::string_view take_word(std::string_view& line) {
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(std::min(line.size(), word.size() + 1));
  return word;
}

}  // namespace

std::string line_of(const Request& request) {
  std::string line = request.codec + " " + request.message;
  for (const auto& [name, value] : request.options) line += " " + name + "=" + value;
  return line;
}

Request parse_request(std::string_view line) {
  if (line.size() > kLongestLine) {
    throw UnsupportedError("what is asked for has more than " + std::to_string(kLongestLine) + " bytes");
  }
  const std::string whole(line);
  Request request;
  request.codec = take_word(line);
  request.message = take_word(line);
  if (request.codec.empty() || request.message.empty()) {
    throw UnsupportedError("not \"<format>/<library> <message> [option=value]…\": " + whole);
  }
  while (!line.empty()) {
    const std::string_view word = take_word(line);
    const std::size_t sign = word.find('=');
    if (sign == std::string_view::npos)
      throw UnsupportedError("not option=value: " + std::string(word) + " in " + whole);
    request.options.emplace(word.substr(0, sign), word.substr(sign + 1));
  }
  return request;
}

}  // namespace wirebed::echo
