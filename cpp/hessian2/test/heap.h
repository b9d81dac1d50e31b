// Counts the bytes that operator new allocates, for the tests of hostile claims; heap.cc replaces the
// operator.
#pragma once

#include <atomic>
#include <cstddef>

namespace heap {

extern std::atomic<std::size_t> allocated;
// The bytes that are allocated now, and their maximum, with the overhead of malloc for each block.
extern std::atomic<std::size_t> held;
extern std::atomic<std::size_t> peak;

}  // namespace heap
