// Bytes asked of operator new, which heap.cc replaces: for the tests of hostile claims.
#pragma once

#include <atomic>
#include <cstddef>

namespace heap {

extern std::atomic<std::size_t> allocated;

}  // namespace heap
