// What a program asks of malloc. Only wirebed-bench-bytes has it (heap.cc): the program that takes times is
// linked without, so that counting costs it nothing.
#pragma once

#include <cstdint>

namespace wirebed::bench {

struct Asked {
  std::uint64_t bytes = 0;  // as asked for; realloc asks for its new size
  std::uint64_t count = 0;
};

// Null in a program that does not count.
[[gnu::weak]] const Asked& heap();

}  // namespace wirebed::bench
