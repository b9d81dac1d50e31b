// TCP sockets of the system, blocking.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace wirebed::echo {

// Closes its descriptor.
class Socket {
 public:
  explicit Socket(int descriptor = -1) : descriptor_(descriptor) {}
  ~Socket();
  Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Socket& operator=(Socket&&) = delete;
  int get() const { return descriptor_; }
  int release() { return std::exchange(descriptor_, -1); }

 private:
  int descriptor_;
};

// Both throw ConnectionError. TCP_NODELAY is set on a connection that was dialled or accepted.
Socket dial(const std::string& host, std::uint16_t port, double seconds);
Socket listen_on(const std::string& address, std::uint16_t port);
std::uint16_t port_of(const Socket& socket);

// The next client, or a descriptor below 0 when the listener was shut down. While the process has no
// descriptor or memory left, this waits.
Socket accept_from(const Socket& listener);

// Ends what another thread waits for on the socket, and has its close reset the connection. Linux sends no
// more updates of the window after a shutdown. The other end, where it saw the window full, would hold the
// connection for open until it gives up.
void cut(int descriptor);

// "recv: Connection reset by peer"
std::string error_text(const char* call);

}  // namespace wirebed::echo
