// Bytes asked of operator new, which heap.cc replaces: for the tests of hostile claims.
#pragma once

#include <atomic>
#include <cstddef>

namespace heap {

extern std::atomic<std::size_t> allocated;
// What is held now and the most that was, with what malloc adds to each block.
extern std::atomic<std::size_t> held;
extern std::atomic<std::size_t> peak;

}  // namespace heap
