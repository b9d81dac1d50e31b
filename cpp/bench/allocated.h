// Counts the memory that a program allocates. Only wirebed-bench-bytes is linked with allocated.cc, so that
// counting does not cost time in the program that measures times.
#pragma once

#include <cstdint>

namespace wirebed::bench {

struct Allocated {
  std::uint64_t bytes = 0;  // as requested; realloc requests its new size
  std::uint64_t count = 0;
};

// Null in a program that does not count.
[[gnu::weak]] const Allocated& allocated();

}  // namespace wirebed::bench
