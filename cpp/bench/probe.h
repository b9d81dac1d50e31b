// Whether a row may be timed: proto/wirebed/README.md, "Benchmark programs", `probe`.
//
// A codec cheats when what it does in the loop is not what it does outside of it: when it gives constant
// bytes, an encoding or an object that it remembers, or leaves a field out.
#pragma once

#include "bench/subject.h"

namespace wirebed::bench {

// Throws Refused with the reason.
void probe(const Subject& subject, const BenchTask& task);

}  // namespace wirebed::bench
