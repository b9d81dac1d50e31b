// Converts UTF-8 and CESU-8 one character at a time. Runs of ASCII are handled elsewhere.
#include "hessian2/text.h"

#include "hessian2/error.h"

namespace hessian2 {

Character DecodeCharacter(std::string_view text, std::size_t at) {
  constexpr Character kBad{0, 0, 0};
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return at + i < text.size() ? static_cast<std::uint8_t>(text[at + i]) : 0;
  };
  const auto tail = [&](std::size_t i) { return (byte(i) & 0xc0) == 0x80; };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, at < text.size() ? 1u : 0u, 1};
  if (lead < 0xe0) {
    if (lead < 0xc2 || !tail(1)) return kBad;
    return {(lead & 0x1f) << 6 | (byte(1) & 0x3f), 2, 1};
  }
  if (lead < 0xf0) {
    if (!tail(1) || !tail(2)) return kBad;
    const std::uint32_t code = (lead & 0x0f) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f);
    return code < 0x800 ? kBad : Character{code, 3, 1};
  }
  if (lead > 0xf4 || !tail(1) || !tail(2) || !tail(3)) return kBad;
  const std::uint32_t code =
      (lead & 0x07) << 18 | (byte(1) & 0x3f) << 12 | (byte(2) & 0x3f) << 6 | (byte(3) & 0x3f);
  return code < 0x10000 || code > 0x10ffff ? kBad : Character{code, 4, 2};
}

std::size_t CountUnits(std::string_view text) {
  std::size_t units = 0;
  bool after_high = false;
  for (std::size_t at = 0; at < text.size();) {
    const Character character = DecodeCharacter(text, at);
    if (character.size == 0) {
      throw Error(Error::Kind::kUnwritable, at, "the text is not valid UTF-8");
    }
    if (after_high && IsLow(character.code)) {
      // The pair would read back as one character of four bytes, which is another text.
      throw Error(Error::Kind::kUnwritable, at, "the text has a pair of surrogates instead of a character");
    }
    after_high = IsHigh(character.code);
    units += character.units;
    at += character.size;
  }
  return units;
}

std::uint8_t* EncodeUnit(std::uint32_t unit, std::uint8_t* out) {
  if (unit < 0x80) {
    *out++ = static_cast<std::uint8_t>(unit);
  } else if (unit < 0x800) {
    *out++ = static_cast<std::uint8_t>(0xc0 | unit >> 6);
    *out++ = static_cast<std::uint8_t>(0x80 | (unit & 0x3f));
  } else {
    *out++ = static_cast<std::uint8_t>(0xe0 | unit >> 12);
    *out++ = static_cast<std::uint8_t>(0x80 | (unit >> 6 & 0x3f));
    *out++ = static_cast<std::uint8_t>(0x80 | (unit & 0x3f));
  }
  return out;
}

void AppendCharacter(std::uint32_t code, std::string& out) {
  if (code < 0x10000) {
    std::uint8_t bytes[3];
    const std::uint8_t* end = EncodeUnit(code, bytes);
    out.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(end - bytes));
    return;
  }
  out.push_back(static_cast<char>(0xf0 | code >> 18));
  out.push_back(static_cast<char>(0x80 | (code >> 12 & 0x3f)));
  out.push_back(static_cast<char>(0x80 | (code >> 6 & 0x3f)));
  out.push_back(static_cast<char>(0x80 | (code & 0x3f)));
}

}  // namespace hessian2
