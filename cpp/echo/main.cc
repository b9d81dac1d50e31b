// The echo program of the C++ peer of one schema tree.
//
//   wirebed-echo client
//   wirebed-echo serve [--bind ADDRESS] [--port N] [--transports A,B] [--max-message BYTES] [--idle SECONDS]
#include <charconv>
#include <cstdio>
#include <string_view>

#include "deep_stack.h"
#include "echo/client.h"
#include "echo/server.h"
#include "echo/transports.h"

namespace wirebed::echo {

namespace {

constexpr int kExitFailed = 2;

class InvalidOption : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <class Number>
Number number(const std::string& option, std::string_view text, Number least, Number most) {
  Number value{};
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() && value >= least && value <= most)
    return value;
  throw InvalidOption(option + " " + std::string(text) + ": no number, or out of range");
}

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> all;
  while (true) {
    const std::size_t end = text.find(',');
    all.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return all;
    text.remove_prefix(end + 1);
  }
}

void serve(const std::vector<std::string>& arguments) {
  constexpr std::size_t kMostMessage = 1 << 30;
  constexpr double kShort = 0.001, kLong = 1e6;
  Settings settings;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < arguments.size(); i += 2) {
    const std::string& option = arguments[i];
    if (i + 1 == arguments.size()) throw InvalidOption(option + " has no value");
    const std::string& value = arguments[i + 1];
    if (option == "--bind")
      settings.bind = value;
    else if (option == "--port")
      settings.port = number<std::uint16_t>(option, value, 0, UINT16_MAX);
    else if (option == "--transports")
      names = words(value);
    else if (option == "--max-message")
      settings.max_message = number<std::size_t>(option, value, 1, kMostMessage);
    else if (option == "--idle")
      settings.idle = number<double>(option, value, kShort, kLong);
    else
      throw InvalidOption("unknown option " + option +
                          "; known: --bind --port --transports --max-message --idle");
  }
  for (const std::string& name : names) find_transport(name);
  serve_until_asked(settings, names);
}

int run(const std::vector<std::string>& arguments) {
  try {
    allow_deep_stack();
    allow_deep_threads();
    const std::string face = arguments.empty() ? "" : arguments[0];
    if (face == "serve") serve({arguments.begin() + 1, arguments.end()});
    if (face != "client" || arguments.size() > 1)
      throw InvalidOption("give \"client\", or \"serve\" with its options");
    Client client;
    return serve_process("wirebed-echo", &client);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "wirebed-echo: %s\n", error.what());
    return kExitFailed;
  }
}

}  // namespace

}  // namespace wirebed::echo

int main(int argc, char** argv) { return wirebed::echo::run({argv + 1, argv + argc}); }
