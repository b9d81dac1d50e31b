// Indicative times of one operation inside the peer: many short batches by the processor time of this thread,
// of which the fastest and the median are reported (peer.proto, Measure).
#pragma once

#include <cstdint>
#include <functional>

#include "wirebed/peer.pb.h"

namespace wirebed {

// The nanoseconds of one operation, after a warm-up. Exceptions of the operation are passed on.
Times time_of(const std::function<void()>& operation, std::uint32_t milliseconds);

}  // namespace wirebed
