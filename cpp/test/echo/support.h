// Clients of a test: a server in this process, and sockets that keep no rule.
#pragma once

#include <poll.h>
#include <sys/socket.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "echo/posix_socket.h"
#include "echo/transports.h"

namespace wirebed::echo::test {

inline EchoServer server_at(const char* transport, std::uint16_t port, const std::string& codec,
                            double deadline) {
  EchoServer server;
  server.set_transport(transport);
  server.set_host("127.0.0.1");
  server.set_port(port);
  server.set_codec(codec);
  server.set_deadline(deadline);
  return server;
}

// A server of one transport.
struct Served {
  Served(const Transport& kind, const Settings& settings)
      : transport(kind), listener(kind.serve(settings, counts)) {}

  std::unique_ptr<Connection> connect(const std::string& line, double deadline = 10) const {
    return transport.connect(server_at(transport.name, listener->port(), "", deadline), line);
  }

  Transport transport;
  Counts counts;
  std::unique_ptr<Listener> listener;
};

// A Testobject of about this many bytes as protobuf.
inline std::string large(std::size_t size) {
  std::string bytes = "\x0a";  // field 1, a text
  for (std::size_t rest = size; rest > 0; rest >>= 7)
    bytes.push_back(static_cast<char>((rest & 0x7f) | (rest >> 7 > 0 ? 0x80 : 0)));
  return bytes + std::string(size, 'x');
}

inline bool is(const Transport& transport, std::string_view name) { return name == transport.name; }

// A socket that sends these bytes, and nothing else.
inline Socket offender(const Served& served, std::string_view bytes) {
  Socket made = dial("127.0.0.1", served.listener->port(), 5);
  if (!bytes.empty()) send(made.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
  return made;
}

// Whether the other side ends the connection. What it says before is read.
inline bool closes_within(const Socket& socket, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (Clock::now() < end) {
    pollfd waited{.fd = socket.get(), .events = POLLIN, .revents = 0};
    char bytes[4096];
    if (poll(&waited, 1, 50) == 1 && recv(socket.get(), bytes, sizeof bytes, 0) <= 0) return true;
  }
  return false;
}

}  // namespace wirebed::echo::test
