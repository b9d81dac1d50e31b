// Resolves, dials, listens and accepts.
#include "echo/posix_socket.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "echo/transport.h"

namespace wirebed::echo {

namespace {

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

Addresses resolve(const std::string& host, std::uint16_t port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (error != 0) throw ConnectionError(host + ": " + gai_strerror(error));
  return {found, &freeaddrinfo};
}

void send_at_once(int descriptor) {
  const int on = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

// Waits for a connection that has begun.
bool connected(int descriptor, double seconds) {
  if (errno != EINPROGRESS) return false;
  pollfd waited{.fd = descriptor, .events = POLLOUT, .revents = 0};
  const int ready = poll(&waited, 1, static_cast<int>(seconds * 1000));
  if (ready == 0) errno = ETIMEDOUT;
  if (ready != 1) return false;
  socklen_t size = sizeof errno;
  getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &errno, &size);
  return errno == 0;
}

}  // namespace

Socket::~Socket() {
  if (descriptor_ >= 0) close(descriptor_);
}

void cut(int descriptor) {
  const linger reset{1, 0};
  setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
  shutdown(descriptor, SHUT_RDWR);
}

std::string error_text(const char* call) { return std::string(call) + ": " + std::strerror(errno); }

Socket dial(const std::string& host, std::uint16_t port, double seconds) {
  const Addresses addresses = resolve(host, port);
  const addrinfo& to = *addresses;
  Socket made(socket(to.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (made.get() < 0) throw ConnectionError(error_text("socket"));
  if (connect(made.get(), to.ai_addr, to.ai_addrlen) != 0 && !connected(made.get(), seconds)) {
    throw ConnectionError(error_text(("connect to " + host + ":" + std::to_string(port)).c_str()));
  }
  fcntl(made.get(), F_SETFL, fcntl(made.get(), F_GETFL) & ~O_NONBLOCK);
  send_at_once(made.get());
  return made;
}

Socket listen_on(const std::string& address, std::uint16_t port) {
  const Addresses addresses = resolve(address, port);
  const addrinfo& at = *addresses;
  Socket made(socket(at.ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int on = 1;
  setsockopt(made.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(made.get(), at.ai_addr, at.ai_addrlen) != 0 || listen(made.get(), SOMAXCONN) != 0) {
    throw ConnectionError(error_text(("listen on " + address + ":" + std::to_string(port)).c_str()));
  }
  return made;
}

std::uint16_t port_of(const Socket& socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size);
  // The port stands at the same place for IPv4 and IPv6.
  return ntohs(reinterpret_cast<const sockaddr_in*>(&address)->sin_port);
}

Socket accept_from(const Socket& listener) {
  while (true) {
    Socket accepted(accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (accepted.get() >= 0) {
      send_at_once(accepted.get());
      return accepted;
    }
    if (errno == EINVAL || errno == EBADF) return Socket();
    if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) usleep(20'000);
  }
}

}  // namespace wirebed::echo
