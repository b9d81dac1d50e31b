// Numbers as they lie in views and in the layout `raw`: little-endian, whatever the machine.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>

namespace wirebed {

inline constexpr bool kCopiesAsItIs = std::endian::native == std::endian::little;

// The bytes of a number in the order of the wire, or back.
template <class Number>
void copy_number(void* to, const void* from) {
  std::memcpy(to, from, sizeof(Number));
  if constexpr (!kCopiesAsItIs) std::reverse(static_cast<char*>(to), static_cast<char*>(to) + sizeof(Number));
}

}  // namespace wirebed
