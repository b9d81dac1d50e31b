// A timer interrupts the thread, and the handler of its signal walks the stack.
#include "bench/stack_samples.h"

#include <execinfo.h>
#include <time.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iterator>
#include <system_error>
#include <utility>

namespace wirebed::bench {

namespace {

constexpr long kPeriod = 1'000'000;  // nanoseconds
constexpr double kEachSecond = 1e9 / kPeriod;
// The handler's own frame, and that of the return from a signal.
constexpr int kOfHandler = 2;

// A handler must not allocate: this has the room for all samples before the timer starts.
std::vector<StackSample> samples;
volatile std::sig_atomic_t taken = 0;

void take(int) {
  const int error = errno;
  if (static_cast<std::size_t>(taken) < samples.size()) {
    void* addresses[StackSample::kMost + kOfHandler];
    const int size = backtrace(addresses, std::size(addresses)) - kOfHandler;
    StackSample& sample = samples[static_cast<std::size_t>(taken)];
    sample.size = static_cast<std::size_t>(std::max(size, 0));
    std::memcpy(sample.addresses.data(), addresses + kOfHandler, sample.size * sizeof(void*));
    taken = taken + 1;
  }
  errno = error;
}

void check(int result, const char* what) {
  if (result != 0) throw std::system_error(errno, std::generic_category(), what);
}

// A running timer.
class Timer {
 public:
  Timer() {
    struct sigaction action = {};
    action.sa_handler = &take;
    action.sa_flags = SA_RESTART;
    check(sigaction(SIGPROF, &action, nullptr), "sigaction");
    struct sigevent event = {};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGPROF;
    // The clocks of processor time have only the ticks of the kernel.
    check(timer_create(CLOCK_MONOTONIC, &event, &timer_), "timer_create");
    const struct itimerspec period = {{0, kPeriod}, {0, kPeriod}};
    check(timer_settime(timer_, 0, &period, nullptr), "timer_settime");
  }
  ~Timer() { timer_delete(timer_); }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

 private:
  timer_t timer_{};
};

}  // namespace

std::vector<StackSample> sampled(double seconds, const std::function<void()>& work) {
  void* first[1];
  backtrace(first, 1);  // loads what it needs, which a handler must not do
  samples.assign(static_cast<std::size_t>(seconds * kEachSecond), {});
  taken = 0;
  {
    const Timer timer;
    work();
  }
  samples.resize(static_cast<std::size_t>(taken));
  return std::move(samples);
}

}  // namespace wirebed::bench
