// A server in the process of a test, and its clients.
#pragma once

#include <memory>
#include <string>

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

}  // namespace wirebed::echo::test
