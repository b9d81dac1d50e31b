#include "bench/spin.h"

namespace wirebed::test {

void spin(double seconds) {
  using Clock = std::chrono::steady_clock;
  Spinning spinning{Clock::now() +
                    std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))};
  while (Clock::now() < spinning.end) spinning.turn();
}

}  // namespace wirebed::test
