// The interface of a transport: a way to serve, and a way to connect. transports.cc has the list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "echo/echoer.h"
#include "wirebed/peer.pb.h"

namespace wirebed::echo {

// The options of a server.
struct Settings {
  std::string bind = "127.0.0.1";
  std::uint16_t port = 0;
  std::size_t max_message = 16 << 20;
  double idle = 60;  // seconds until the next payload is there, and the reply to it is taken
  std::size_t max_connections = 2000;
};

class Listener {
 public:
  // Returns when no thread uses the listener any more.
  virtual ~Listener() = default;
  virtual std::uint16_t port() const = 0;
  // Takes no further client, and breaks off with those that are there.
  virtual void close() = 0;
};

// No connection, no reply in time, or a reply that is none: in the words of the library or of the system.
class ConnectionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Answer {
  bool refused;
  std::string_view data;  // until the next exchange
};

class Connection {
 public:
  virtual ~Connection() = default;
  // Throws ConnectionError, after which the connection is of no use.
  virtual Answer exchange(std::string_view payload) = 0;
};

// The longest reply that a client reads: what a server takes by default, encoded anew, may become longer.
constexpr std::size_t kMaxReply = 64 << 20;

struct Transport {
  const char* name;
  std::unique_ptr<Listener> (*serve)(const Settings& settings, Counts& counts);
  // `line` is what is asked for (request.h).
  std::unique_ptr<Connection> (*connect)(const EchoServer& server, const std::string& line);
};

}  // namespace wirebed::echo
