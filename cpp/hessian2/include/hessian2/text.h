// Converts between the text of a std::string and the text on the wire.
//
// On the wire, each UTF-16 unit is encoded on its own as one to three bytes (CESU-8). In memory, the text is
// UTF-8. Java's strings may hold a surrogate without its partner, which then has the three bytes of
// generalized UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace hessian2 {

inline bool IsAscii(const std::uint8_t* text, std::size_t size) {
  std::uint64_t seen = 0;
  for (; size >= 8; text += 8, size -= 8) {
    std::uint64_t word;
    std::memcpy(&word, text, 8);
    seen |= word;
  }
  for (; size > 0; ++text, --size) seen |= *text;
  return (seen & 0x8080808080808080) == 0;
}

// One character of a text in memory. A pair of surrogates is one character.
struct Character {
  std::uint32_t code;
  std::size_t size;   // in bytes
  std::size_t units;  // in UTF-16
};

// The character at `at`; size 0 if there is no valid one. Surrogates are valid here (see IsPair).
Character DecodeCharacter(std::string_view text, std::size_t at);

inline bool IsHigh(std::uint32_t code) { return code >= 0xd800 && code <= 0xdbff; }
inline bool IsLow(std::uint32_t code) { return code >= 0xdc00 && code <= 0xdfff; }

// The length of a text in UTF-16 units. Throws Error (kUnwritable) at the first invalid byte, and for a pair
// of surrogates that are encoded as two characters.
std::size_t CountUnits(std::string_view text);

// Writes one unit as CESU-8, into room for three bytes. Returns the end.
std::uint8_t* EncodeUnit(std::uint32_t unit, std::uint8_t* out);

// Appends a code point, or a surrogate, as (generalized) UTF-8.
void AppendCharacter(std::uint32_t code, std::string& out);

}  // namespace hessian2
