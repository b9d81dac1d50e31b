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

  void in(double seconds);
  void none() { at_.store(kNever, std::memory_order_relaxed); }
  bool passed() const { return passed_.load(std::memory_order_acquire); }

 private:
  friend class Watchdog;
  static constexpr std::int64_t kNever = INT64_MAX;
  Watchdog& watchdog_;
  const std::function<void()> end_;
  std::atomic<std::int64_t> at_ = kNever;
  std::atomic<bool> passed_ = false;
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

}  // namespace wirebed::echo
