// Integers in the byte order of the wire, in one load or store, which GCC and Clang do not always make of a
// loop.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>

namespace hessian2 {

template <std::unsigned_integral Integer>
Integer SwapIfLittle(Integer value) {
  if constexpr (std::endian::native == std::endian::big || sizeof value == 1) return value;
  if constexpr (sizeof value == 2) return __builtin_bswap16(value);
  if constexpr (sizeof value == 4) return __builtin_bswap32(value);
  if constexpr (sizeof value == 8) return __builtin_bswap64(value);
}

template <std::unsigned_integral Integer>
Integer LoadBigEndian(const std::uint8_t* in) {
  Integer value;
  std::memcpy(&value, in, sizeof value);
  return SwapIfLittle(value);
}

// Returns the end of what was written.
template <std::unsigned_integral Integer>
std::uint8_t* StoreBigEndian(std::uint8_t* out, Integer value) {
  value = SwapIfLittle(value);
  std::memcpy(out, &value, sizeof value);
  return out + sizeof value;
}

}  // namespace hessian2
