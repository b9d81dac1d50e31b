// Gives the peer the stack for deep values (view::kMaxDepth), which libprotobuf walks recursively, too.
#pragma once

#include <sys/resource.h>

#include <algorithm>

namespace wirebed {

// The kernel reserves 128 MB of address space for the main thread's stack and lets it grow up to the current
// limit.
inline void allow_deep_stack() {
  constexpr rlim_t kStack = 120 << 20;
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kStack) return;
  limit.rlim_cur = std::min(kStack, limit.rlim_max);
  setrlimit(RLIMIT_STACK, &limit);
}

}  // namespace wirebed
