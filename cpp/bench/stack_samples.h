// Samples the stack of the only thread, a thousand times a second.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

namespace wirebed::bench {

struct StackSample {
  static constexpr std::size_t kMost = 64;  // a deeper stack lacks its outermost calls
  std::size_t size = 0;
  // The innermost first: where the thread was, and then where each call returns to.
  std::array<const char*, kMost> addresses;

  // An address in the call. Where the call returns to may belong to the next function.
  const char* in_call(std::size_t index) const { return addresses[index] - (index > 0 ? 1 : 0); }
};

// Calls `work` and samples its stack, for at most this number of seconds.
std::vector<StackSample> sampled(double seconds, const std::function<void()>& work);

}  // namespace wirebed::bench
