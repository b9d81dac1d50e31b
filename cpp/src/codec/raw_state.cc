// Raw numbers and texts, and what is refused of them.
#include "codec/raw_state.h"

#include <hessian2/text.h>

#include <limits>

#include "decimal_text.h"
#include "refusal.h"

namespace wirebed {

namespace {

[[noreturn]] void refuse_depth(FailureStage stage) {
  throw Refusal(stage,
                "more than " + std::to_string(kMostRawDepth) + " objects inside each other, or a cycle");
}

}  // namespace

void RawWriting::refuse_depth() { wirebed::refuse_depth(FailureStage::kWrite); }

void RawReading::refuse_depth() { wirebed::refuse_depth(FailureStage::kParse); }

void RawWriting::refuse_null() { throw Refusal(FailureStage::kWrite, "an element is null"); }

void RawReading::refuse_null() { throw Refusal(FailureStage::kParse, "an element is null"); }

void RawWriting::count(std::size_t value) {
  if (value > std::numeric_limits<std::int32_t>::max())
    throw Refusal(FailureStage::kWrite, "too many for an int");
  number(static_cast<std::int32_t>(value));
}

// A std::string holds a surrogate without its partner as the three bytes of generalized UTF-8.
void RawWriting::text(std::string_view value) {
  char* const place = room(4 + 2 * value.size());  // no text has more units than bytes
  char* out = place + 4;
  const auto unit = [&](std::uint32_t code) {
    const auto narrow = static_cast<std::uint16_t>(code);
    copy_number<std::uint16_t>(out, &narrow);
    out += 2;
  };
  bool after_high = false;
  for (std::size_t at = 0; at < value.size();) {
    if (const auto byte = static_cast<unsigned char>(value[at]); byte < 0x80) {
      unit(byte);
      after_high = false;
      ++at;
      continue;
    }
    const hessian2::Character character = hessian2::DecodeCharacter(value, at);
    if (character.size == 0) throw Refusal(FailureStage::kWrite, "the text is not valid UTF-8");
    // The pair would read back as one character of four bytes, which is another text.
    if (after_high && hessian2::IsLow(character.code))
      throw Refusal(FailureStage::kWrite, "the text has a pair of surrogates instead of a character");
    after_high = hessian2::IsHigh(character.code);
    if (character.units == 2) {
      unit(0xd800 + ((character.code - 0x10000) >> 10));
      unit(0xdc00 + ((character.code - 0x10000) & 0x3ff));
    } else {
      unit(character.code);
    }
    at += character.size;
  }
  const auto units = static_cast<std::int32_t>((out - place - 4) / 2);
  copy_number<std::int32_t>(place, &units);
  at_ = out;
}

void RawWriting::grow(std::size_t size) {
  const std::size_t used = this->size();
  const bool own = is_own();
  bytes_.resize(std::max(2 * (used + left()), used + size));
  if (own) std::memcpy(bytes_.data(), own_, used);
  begin_at(bytes_.data(), bytes_.size());
  at_ += used;
}

void RawReading::refuse_end() const {
  throw Refusal(FailureStage::kParse, "the input ends " + std::to_string(left()) + " bytes from here");
}

void RawReading::refuse_flag(std::uint8_t value) {
  throw Refusal(FailureStage::kParse,
                "a byte " + std::to_string(value) + " that says true or false, or null or not");
}

std::size_t RawReading::count(std::size_t least) {
  const auto claim = number<std::int32_t>();
  if (claim < 0 || static_cast<std::size_t>(claim) > left() / least) {
    throw Refusal(FailureStage::kParse, "a count of " + std::to_string(claim) + " with " +
                                            std::to_string(left()) + " bytes of input to come");
  }
  return static_cast<std::size_t>(claim);
}

bool RawReading::none() {
  if (left() < 4 || std::memcmp(at_, "\xff\xff\xff\xff", 4) != 0) return false;
  take(4);
  return true;
}

std::string RawReading::text() {
  const std::string_view wire = take(2 * count(2));
  const auto unit = [&](std::size_t at) {
    std::uint16_t value;
    copy_number<std::uint16_t>(&value, wire.data() + at);
    return std::uint32_t{value};
  };
  std::string text(wire.size() / 2, '\0');
  std::size_t at = 0;
  for (; at < wire.size() && unit(at) < 0x80; at += 2) text[at / 2] = static_cast<char>(unit(at));
  text.resize(at / 2);
  for (; at < wire.size(); at += 2) {
    std::uint32_t code = unit(at);
    if (hessian2::IsHigh(code) && at + 2 < wire.size() && hessian2::IsLow(unit(at + 2))) {
      at += 2;
      code = 0x10000 + ((code - 0xd800) << 10) + (unit(at) - 0xdc00);
    }
    hessian2::AppendCharacter(code, text);
  }
  return text;
}

void RawReading::decimal(Decimal& value) {
  value.text = text();
  if (!decimal::is_valid(value.text)) throw Refusal(FailureStage::kParse, "not a decimal: " + value.text);
}

void RawReading::at_end() const {
  if (left() > 0)
    throw Refusal(FailureStage::kParse, std::to_string(left()) + " trailing bytes after the value");
}

}  // namespace wirebed
