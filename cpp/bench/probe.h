// Whether a row may be timed: proto/wirebed/README.md, "Benchmark programs", `probe`.
//
// A codec cheats if it works differently inside the loop: if it returns constant bytes, or an encoding or an
// object that it remembers, or leaves out a field.
#pragma once

#include "bench/subject.h"

namespace wirebed::bench {

// Throws Refused with the reason.
void probe(const Subject& subject, const BenchTask& task);

}  // namespace wirebed::bench
