#include "stopwatch.h"

#include <algorithm>
#include <ctime>
#include <vector>

namespace wirebed {

namespace {

constexpr std::int64_t kBatchNanos = 100'000;
constexpr std::size_t kLeastBatches = 10;
// A slow operation gets at most this multiple of the requested time.
constexpr std::int64_t kPatience = 4;

std::int64_t processor_nanos() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec;
}

std::int64_t batch(const std::function<void()>& operation, std::int64_t times) {
  const std::int64_t start = processor_nanos();
  for (std::int64_t i = 0; i < times; ++i) operation();
  return processor_nanos() - start;
}

// The number of operations in a batch.
std::int64_t warm(const std::function<void()>& operation, std::int64_t nanos) {
  std::int64_t size = 1;
  for (std::int64_t spent = 0; spent < nanos;) {
    const std::int64_t taken = batch(operation, size);
    spent += taken;
    if (taken < kBatchNanos) size *= 2;
  }
  return size;
}

}  // namespace

Times time_of(const std::function<void()>& operation, std::uint32_t milliseconds) {
  const std::int64_t nanos = std::max<std::int64_t>(1, milliseconds) * 1'000'000;
  const std::int64_t size = warm(operation, nanos);
  std::vector<double> means;
  for (std::int64_t spent = 0;
       spent < nanos || (means.size() < kLeastBatches && spent < nanos * kPatience);) {
    const std::int64_t taken = batch(operation, size);
    spent += taken;
    means.push_back(static_cast<double>(taken) / static_cast<double>(size));
  }
  std::sort(means.begin(), means.end());
  Times times;
  times.set_batches(static_cast<std::uint32_t>(means.size()));
  times.set_least(means.front());
  times.set_median((means[(means.size() - 1) / 2] + means[means.size() / 2]) / 2);
  return times;
}

}  // namespace wirebed
