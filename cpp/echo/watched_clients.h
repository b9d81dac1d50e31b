// Accepts clients for a library that bounds neither their number nor what they send: a client is closed that
// sends more than a bound without one payload of it being taken.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

#include "echo/posix_socket.h"
#include "echo/transport.h"

namespace wirebed::echo {

class WatchedClient {
 public:
  explicit WatchedClient(Socket socket) : socket_(std::move(socket)) {}
  // A payload was taken.
  void advance() { advanced_.store(true, std::memory_order_relaxed); }

 private:
  friend class WatchedClients;
  const Socket socket_;  // a second descriptor; the library owns the first
  std::atomic<bool> advanced_ = false;
  std::uint64_t seen_ = 0;  // bytes that were received when it last advanced
};

class WatchedClients {
 public:
  explicit WatchedClients(const Settings& settings);
  ~WatchedClients() { end(); }

  std::uint16_t port() const { return port_of(listener_); }
  // `take` is given each client's descriptor, which is then its own.
  void begin(std::function<void(int descriptor)> take);
  // Accepts no other client.
  void end();
  // The client that was taken with this descriptor; null when it is gone.
  std::shared_ptr<WatchedClient> find(int descriptor);

 private:
  void accept_all(const std::function<void(int)>& take);
  void watch_all();
  // Whether the client is still there, and may stay.
  bool keeps(WatchedClient& client) const;

  const Socket listener_;
  const std::size_t most_clients_;
  const std::uint64_t most_bytes_;
  std::mutex mutex_;
  std::unordered_map<int, std::shared_ptr<WatchedClient>> clients_;
  std::atomic<bool> ended_ = false;
  std::thread accepting_, watching_;
};

}  // namespace wirebed::echo
