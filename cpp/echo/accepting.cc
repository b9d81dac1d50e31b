// Accepts clients up to a number; one more is closed at once.
#include "echo/accepting.h"

#include <sys/socket.h>

#include <system_error>

#include "echo/posix_socket.h"

namespace wirebed::echo {

namespace {

class Accepting : public Listener {
 public:
  Accepting(const Settings& settings, Conversation conversation)
      : socket_(listen_on(settings.bind, settings.port)),
        most_(settings.max_connections),
        conversation_(std::move(conversation)),
        thread_([this] { accept_all(); }) {}

  ~Accepting() override {
    close();
    thread_.join();
    std::unique_lock lock(mutex_);
    fewer_.wait(lock, [this] { return open_.empty(); });
  }

  std::uint16_t port() const override { return port_of(socket_); }

  void close() override {
    shutdown(socket_.get(), SHUT_RDWR);
    const std::lock_guard lock(mutex_);
    closed_ = true;
    for (const int open : open_) shutdown(open, SHUT_RDWR);
  }

 private:
  void accept_all() {
    while (true) {
      Socket client = accept_from(socket_);
      if (client.get() < 0) return;
      const std::lock_guard lock(mutex_);
      if (closed_ || open_.size() >= most_) continue;
      try {
        std::thread(&Accepting::talk, this, client.get()).detach();
        open_.insert(client.release());
      } catch (const std::system_error&) {
        // There is no room for one more thread: the client is closed.
      }
    }
  }

  void talk(int descriptor) {
    {
      Deadline deadline(watchdog_, [descriptor] { cut(descriptor); });
      try {
        conversation_(descriptor, deadline);
      } catch (const std::exception&) {
        // The client is gone, or was closed by its deadline.
      }
    }
    const std::lock_guard lock(mutex_);
    open_.erase(descriptor);
    const Socket closed(descriptor);
    if (open_.empty()) fewer_.notify_all();
  }

  const Socket socket_;
  const std::size_t most_;
  const Conversation conversation_;
  Watchdog watchdog_;
  std::mutex mutex_;
  std::condition_variable fewer_;
  std::unordered_set<int> open_;
  bool closed_ = false;
  std::thread thread_;  // the last member, since it uses the others
};

}  // namespace

std::unique_ptr<Listener> accept_each(const Settings& settings, Conversation conversation) {
  return std::make_unique<Accepting>(settings, std::move(conversation));
}

}  // namespace wirebed::echo
