// Reads texts and binary, whole and in chunks, and skips values.
#include <utility>

#include "hessian2/reader.h"
#include "hessian2/text.h"

namespace hessian2 {

namespace {

// Whether the text is empty, or the beginning of a character of two or three bytes.
bool IsCutShort(std::string_view text) {
  if (text.empty()) return true;
  const auto lead = static_cast<std::uint8_t>(text[0]);
  if (text.size() == 1) return lead >= 0xc2 && lead < 0xf0;
  const auto second = static_cast<std::uint8_t>(text[1]);
  return text.size() == 2 && lead >= 0xe0 && lead < 0xf0 && (second & 0xc0) == 0x80 &&
         (lead > 0xe0 || second >= 0xa0);
}

}  // namespace

void Reader::ReadString(std::string& out) {
  if (Peek() != Kind::kString) Wrong("string");
  out.clear();
  bool more = true;
  while (more) {
    const std::uint8_t* where = at_;
    const std::size_t before = out.size();
    const std::uint32_t last =
        before >= 3 ? DecodeCharacter(out, before - 3).code : 0;  // a surrogate takes three bytes
    more = ReadTextChunk(out);
    if (before > 0 && before < out.size() && IsHigh(last) && IsLow(DecodeCharacter(out, before).code)) {
      Fail(where, "a string chunk splits a surrogate pair");
    }
  }
}

// Appends one chunk; returns whether another one follows.
bool Reader::ReadTextChunk(std::string& out) {
  if (at_ == end_) Truncated("a string");
  const std::uint8_t* where = at_;
  const std::uint8_t lead = *where;
  std::size_t units = lead;
  if (lead <= 0x1f) {
    ++at_;
  } else if (lead >= 0x30 && lead <= 0x33) {
    units = static_cast<std::size_t>(lead - 0x30) * 0x100 + Take(2, "a string")[1];
  } else if (lead == 'R' || lead == 'S') {
    units = LoadBigEndian<std::uint16_t>(Take(3, "a string") + 1);
  } else {
    Fail(where, "no string chunk where one is expected");
  }
  ReadUnits(units, out);
  return lead == 'R';
}

void Reader::ReadUnits(std::size_t units, std::string& out) {
  // A text that is longer than the input is read up to its end, since a fault before that is the first one.
  if (units <= static_cast<std::size_t>(end_ - at_) && IsAscii(at_, units)) {
    out.append(reinterpret_cast<const char*>(at_), units);
    at_ += units;
    return;
  }
  const std::string_view rest(reinterpret_cast<const char*>(at_), static_cast<std::size_t>(end_ - at_));
  std::size_t from = 0;
  std::uint32_t high = 0;  // a high surrogate that waits for its partner
  for (; units > 0; --units) {
    const Character next = DecodeCharacter(rest, from);
    if (next.size == 0 || next.units == 2) {
      if (IsCutShort(rest.substr(from))) Truncated("a string");
      Fail(at_ + from, "not a UTF-16 unit in CESU-8");
    }
    if (high != 0 && IsLow(next.code)) {
      out.resize(out.size() - 3);
      AppendCharacter(0x10000 + ((high - 0xd800) << 10) + (next.code - 0xdc00), out);
      high = 0;
    } else {
      AppendCharacter(next.code, out);
      high = IsHigh(next.code) ? next.code : 0;
    }
    from += next.size;
  }
  at_ += from;
}

void Reader::ReadBinary(std::vector<std::uint8_t>& out) {
  if (Peek() != Kind::kBinary) Wrong("binary");
  out.clear();
  while (ReadBinaryChunk(out)) {
  }
}

bool Reader::ReadBinaryChunk(std::vector<std::uint8_t>& out) {
  if (at_ == end_) Truncated("a binary");
  const std::uint8_t* where = at_;
  const std::uint8_t lead = *where;
  std::size_t size = 0;
  if (lead >= 0x20 && lead <= 0x2f) {
    ++at_;
    size = lead - 0x20u;
  } else if (lead >= 0x34 && lead <= 0x37) {
    size = (lead - 0x34u) * 0x100u + Take(2, "a binary")[1];
  } else if (lead == 'A' || lead == 'B') {
    size = LoadBigEndian<std::uint16_t>(Take(3, "a binary") + 1);
  } else {
    Fail(where, "no binary chunk where one is expected");
  }
  const std::uint8_t* bytes = Take(size, "a binary");
  out.insert(out.end(), bytes, bytes + size);
  return lead == 'A';
}

// The text of a class, field or type, which usually stays in the input.
std::string_view Reader::ReadName(const char* what) {
  if (at_ == end_) Truncated(what);
  if (kKinds[*at_] != Kind::kString) Fail(at_, std::string("no string where ") + what + " is expected");
  const std::size_t size = *at_;
  if (size <= 0x1f && static_cast<std::size_t>(end_ - at_) > size && IsAscii(at_ + 1, size)) {
    const std::string_view name(reinterpret_cast<const char*>(at_ + 1), size);
    at_ += 1 + size;
    return name;
  }
  std::string& name = names_.emplace_back();
  ReadString(name);
  return name;
}

void Reader::Skip() {
  std::string text;
  std::vector<std::uint8_t> binary;
  // What remains to be read of each open level, instead of recursion.
  enum : std::int64_t { kUntilEnd = -1, kEntries = -2 };
  struct Level {
    std::int64_t left;
    bool own;  // not just the value of a map's entry
  };
  std::vector<Level> levels;
  const auto value = [&] {
    switch (Peek()) {
      case Kind::kNull:
        return ReadNull();
      case Kind::kBool:
        return static_cast<void>(ReadBool());
      case Kind::kInt:
        return static_cast<void>(ReadInt());
      case Kind::kLong:
        return static_cast<void>(ReadLong());
      case Kind::kDouble:
        return static_cast<void>(ReadDouble());
      case Kind::kDate:
        return static_cast<void>(ReadDate());
      case Kind::kString:
        return ReadString(text);
      case Kind::kBinary:
        return ReadBinary(binary);
      case Kind::kList:
        return levels.push_back({ReadList().count, true});
      case Kind::kMap:
        return static_cast<void>(ReadMap()), levels.push_back({kEntries, true});
      case Kind::kObject: {
        const std::size_t fields = classes_[ReadObject()].fields().size();
        return levels.push_back({static_cast<std::int64_t>(fields), true});
      }
      default:
        return static_cast<void>(ReadRef());
    }
  };
  value();
  while (!levels.empty()) {
    Level& level = levels.back();
    if (level.left == 0 || (level.left < 0 && AtEnd())) {
      if (level.own) Leave();
      levels.pop_back();
      continue;
    }
    if (level.left > 0) --level.left;
    if (level.left == kEntries) levels.push_back({1, false});  // the value after the key
    value();
  }
}

void Reader::SkipAgain() {
  const std::uint32_t depth = std::exchange(depth_, 0);
  Skip();
  depth_ = depth;
}

}  // namespace hessian2
