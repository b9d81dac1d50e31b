// Something to do while stacks are sampled.
#pragma once

#include <chrono>

namespace wirebed::test {

// A member of a class in a header: the compiler inlines it into spin(), which is in another file.
struct Spinning {
  std::chrono::steady_clock::time_point end;
  volatile unsigned long turns = 0;

  [[gnu::always_inline]] inline void turn() {
    for (int i = 0; i < 1'000'000; ++i) turns = turns + 1;
  }
};

// Turns for at least this number of seconds.
void spin(double seconds);

}  // namespace wirebed::test
