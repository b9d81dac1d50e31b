// One thread that ends whatever takes longer than it may. A blocking call needs no timeout of its own then,
// which would be a system call for each.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <unordered_set>

#include "echo/transport.h"

namespace wirebed::echo {

class Watchdog;

// The deadline of one connection. Any thread may set it; to do so costs a few nanoseconds.
class Deadline {
 public:
  // `end` is called once, by the watchdog's thread, and makes the blocked call return.
  Deadline(Watchdog& watchdog, std::function<void()> end);
  ~Deadline();
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  void arm(double seconds);
  void disarm() { at_.store(kNever, std::memory_order_relaxed); }
  bool expired() const { return expired_.load(std::memory_order_acquire); }

 private:
  friend class Watchdog;
  static constexpr std::int64_t kNever = INT64_MAX;
  Watchdog& watchdog_;
  const std::function<void()> end_;
  std::atomic<std::int64_t> at_ = kNever;
  std::atomic<bool> expired_ = false;
};

class Watchdog {
 public:
  Watchdog();
  ~Watchdog();

 private:
  friend class Deadline;
  void watch();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::unordered_set<Deadline*> watched_;
  bool ended_ = false;
  std::thread thread_;  // the last member, since it uses the others
};

// The watchdog of all connections that this program opens.
Watchdog& client_watchdog();

// "no reply within 10 s: recv: …"
[[noreturn]] void throw_late(double seconds, const ConnectionError& error);

// The answer of `exchange`, which has so many seconds.
template <class Exchange>
Answer answer_within(Deadline& deadline, double seconds, Exchange&& exchange) {
  deadline.arm(seconds);
  try {
    const Answer answer = exchange();
    deadline.disarm();
    return answer;
  } catch (const ConnectionError& error) {
    deadline.disarm();
    if (deadline.expired()) throw_late(seconds, error);
    throw;
  }
}

}  // namespace wirebed::echo
