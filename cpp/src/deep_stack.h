// Gives the peer the stack for deep values (view::kMaxDepth), which libprotobuf walks recursively, too.
#pragma once

#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>

namespace wirebed {

constexpr rlim_t kDeepStack = 120 << 20;

// The kernel reserves 128 MB of address space for the main thread's stack and lets it grow up to the current
// limit.
inline void allow_deep_stack() {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kDeepStack) return;
  limit.rlim_cur = std::min(kDeepStack, limit.rlim_max);
  setrlimit(RLIMIT_STACK, &limit);
}

// The same for every thread that begins later. This is address space: memory is taken as the stack grows.
inline void allow_deep_threads() {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kDeepStack);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}

}  // namespace wirebed
