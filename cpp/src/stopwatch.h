// Indicative times of one operation inside the peer: many short batches by the processor time of this thread,
// of which the fastest and the median are told (peer.proto, Measure).
#pragma once

#include <cstdint>
#include <functional>

#include "wirebed/peer.pb.h"

namespace wirebed {

// Nanoseconds of one operation, which is warmed first; whatever it throws comes through.
Times time_of(const std::function<void()>& operation, std::uint32_t milliseconds);

}  // namespace wirebed
