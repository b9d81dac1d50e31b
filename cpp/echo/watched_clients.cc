// The system counts the bytes of each connection.
#include "echo/watched_clients.h"

#include <fcntl.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <chrono>

namespace wirebed::echo {

namespace {

constexpr auto kPeriod = std::chrono::milliseconds(20);
constexpr std::uint64_t kAround = 1 << 20;

std::uint64_t received(const Socket& socket) {
  tcp_info info{};
  socklen_t size = sizeof info;
  getsockopt(socket.get(), IPPROTO_TCP, TCP_INFO, &info, &size);
  return info.tcpi_bytes_received;
}

// The library shuts a connection down before it closes its own descriptor.
bool is_shut_down(const Socket& socket) {
  pollfd asked{.fd = socket.get(), .events = 0, .revents = 0};
  return poll(&asked, 1, 0) == 1;
}

}  // namespace

WatchedClients::WatchedClients(const Settings& settings)
    : listener_(listen_on(settings.bind, settings.port)),
      most_clients_(settings.max_connections),
      most_bytes_(2 * std::uint64_t{settings.max_message} + kAround) {}

void WatchedClients::begin(std::function<void(int)> take) {
  accepting_ = std::thread([this, take = std::move(take)] { accept_all(take); });
  watching_ = std::thread([this] { watch_all(); });
}

void WatchedClients::end() {
  if (ended_.exchange(true)) return;
  shutdown(listener_.get(), SHUT_RDWR);
  if (accepting_.joinable()) accepting_.join();
  if (watching_.joinable()) watching_.join();
}

std::shared_ptr<WatchedClient> WatchedClients::find(int descriptor) {
  const std::lock_guard lock(mutex_);
  const auto found = clients_.find(descriptor);
  return found == clients_.end() ? nullptr : found->second;
}

void WatchedClients::accept_all(const std::function<void(int)>& take) {
  while (true) {
    Socket client = accept_from(listener_);
    if (client.get() < 0) return;
    Socket second(fcntl(client.get(), F_DUPFD_CLOEXEC, 0));
    {
      const std::lock_guard lock(mutex_);
      if (second.get() < 0 || clients_.size() >= most_clients_) continue;
      // A client whose descriptor has this number again is gone.
      clients_.insert_or_assign(client.get(), std::make_shared<WatchedClient>(std::move(second)));
    }
    fcntl(client.get(), F_SETFL, fcntl(client.get(), F_GETFL) | O_NONBLOCK);
    take(client.release());
  }
}

void WatchedClients::watch_all() {
  while (!ended_) {
    std::this_thread::sleep_for(kPeriod);
    const std::lock_guard lock(mutex_);
    std::erase_if(clients_, [this](const auto& entry) { return !keeps(*entry.second); });
  }
}

bool WatchedClients::keeps(WatchedClient& client) const {
  if (is_shut_down(client.socket_)) return false;
  const std::uint64_t now = received(client.socket_);
  if (client.advanced_.exchange(false)) client.seen_ = now;
  if (now - client.seen_ > most_bytes_) shutdown(client.socket_.get(), SHUT_RDWR);
  return true;
}

}  // namespace wirebed::echo
