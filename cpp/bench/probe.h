// Whether a row may be timed: proto/wirebed/README.md, "Benchmark programs", `probe`.
//
// A codec cheats if it works differently inside the loop: if it returns constant bytes, or an encoding or an
// object that it remembers, or leaves out a field.
#pragma once

#include "bench/timed_operation.h"

namespace wirebed::bench {

// Throws Refused with the reason.
void probe(const TimedOperation& operation, const BenchTask& task);

}  // namespace wirebed::bench
