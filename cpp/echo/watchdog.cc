// Looks at all deadlines a few times a second.
#include "echo/watchdog.h"

#include <time.h>

#include <chrono>
#include <sstream>

namespace wirebed::echo {

namespace {

constexpr auto kPeriod = std::chrono::milliseconds(50);

// Nanoseconds of a clock that advances every few milliseconds, and is read much faster than an exact one.
std::int64_t coarse_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

}  // namespace

Deadline::Deadline(Watchdog& watchdog, std::function<void()> end)
    : watchdog_(watchdog), end_(std::move(end)) {
  const std::lock_guard lock(watchdog_.mutex_);
  watchdog_.watched_.insert(this);
  if (watchdog_.watched_.size() == 1) watchdog_.changed_.notify_one();
}

Deadline::~Deadline() {
  const std::lock_guard lock(watchdog_.mutex_);
  watchdog_.watched_.erase(this);
}

void Deadline::arm(double seconds) {
  at_.store(coarse_now() + static_cast<std::int64_t>(seconds * 1e9), std::memory_order_relaxed);
}

Watchdog::Watchdog() : thread_([this] { watch(); }) {}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Watchdog::watch() {
  std::unique_lock lock(mutex_);
  while (!ended_) {
    if (watched_.empty())
      changed_.wait(lock);
    else
      changed_.wait_for(lock, kPeriod);
    const std::int64_t now = coarse_now();
    for (Deadline* const deadline : watched_) {
      if (deadline->at_.load(std::memory_order_relaxed) > now || deadline->expired()) continue;
      deadline->expired_.store(true, std::memory_order_release);
      deadline->end_();
    }
  }
}

Watchdog& client_watchdog() {
  static Watchdog watchdog;
  return watchdog;
}

void throw_late(double seconds, const ConnectionError& error) {
  throw ConnectionError(
      (std::ostringstream() << "no reply within " << seconds << " s: " << error.what()).str());
}

}  // namespace wirebed::echo
