// The less frequent half of the writer: long texts, binary, containers, and when Caucho's buffer is flushed.
// The frequent forms (numbers, short texts) are inline in hessian2/writer.h.
#include "hessian2/writer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>

namespace hessian2 {

void Writer::Free::operator()(std::uint8_t* memory) const { std::free(memory); }

Writer::Writer() : at_(nullptr), limit_(nullptr), end_(nullptr), flushed_(nullptr) { Reserve(1024); }

void Writer::Clear() {
  at_ = flushed_ = begin_.get();
  SetLimit();
  refs_.Clear();
  next_ref_ = 0;
  classes_.Clear();
  next_class_ = 0;
  types_.clear();
  type_index_.clear();
}

void Writer::Reserve(std::size_t size) {
  if (static_cast<std::size_t>(end_ - at_) < size) {
    const std::size_t used = Size();
    const std::size_t flushed = static_cast<std::size_t>(flushed_ - begin_.get());
    const std::size_t capacity = std::max(used + size, 2 * used);
    auto* memory = static_cast<std::uint8_t*>(std::realloc(begin_.get(), capacity));
    if (memory == nullptr) throw std::bad_alloc();
    static_cast<void>(begin_.release());
    begin_.reset(memory);
    at_ = memory + used;
    flushed_ = memory + flushed;
    end_ = memory + capacity;
  }
  SetLimit();
}

void Writer::SetLimit() { limit_ = flushed_ + std::min(kBuffer, end_ - flushed_); }

void Writer::Flush() {
  flushed_ = at_;
  SetLimit();
}

void Writer::MakeRoom(std::ptrdiff_t margin) {
  if (flushed_ + kBuffer - at_ < margin) Flush();
  Reserve(static_cast<std::size_t>(margin));
}

void Writer::DoubleInFull(double value) {
  std::uint8_t* out = Room(17);
  *out++ = 'D';
  // Java's doubleToLongBits has one NaN.
  constexpr std::uint64_t kNan = 0x7ff8000000000000;
  at_ = StoreBigEndian(out, std::isnan(value) ? kNan : std::bit_cast<std::uint64_t>(value));
}

void Writer::Date(std::int64_t milliseconds) {
  std::uint8_t* out = Room(32);
  const std::int64_t minutes = milliseconds / 60000;
  if (milliseconds % 60000 == 0 && minutes >= INT32_MIN && minutes <= INT32_MAX) {
    *out++ = 'K';
    at_ = StoreBigEndian(out, static_cast<std::uint32_t>(minutes));
  } else {
    *out++ = 'J';
    at_ = StoreBigEndian(out, static_cast<std::uint64_t>(milliseconds));
  }
}

// Writes the length of a text or binary whose short forms begin at `direct` and `shorter`.
void Writer::Length(std::size_t length, std::uint8_t direct, std::size_t direct_max, std::uint8_t shorter,
                    std::uint8_t final) {
  if (length <= direct_max) {
    *at_++ = static_cast<std::uint8_t>(direct + length);
  } else if (length <= 1023) {
    *at_++ = static_cast<std::uint8_t>(shorter + (length >> 8));
    *at_++ = static_cast<std::uint8_t>(length);
  } else {
    *at_++ = final;
    at_ = StoreBigEndian(at_, static_cast<std::uint16_t>(length));
  }
}

namespace {

constexpr std::size_t kChunk = 0x8000;

struct Piece {
  std::size_t bytes;
  std::size_t units;
};

// The first chunk of a text that is longer than one chunk: 0x8000 units, or one less if the last is a high
// surrogate.
Piece FirstChunk(std::string_view text) {
  Piece piece{0, 0};
  while (true) {
    const Character next = DecodeCharacter(text, piece.bytes);
    const std::size_t units = piece.units + next.units;
    if (units > kChunk || (units == kChunk && IsHigh(next.code))) return piece;
    piece = {piece.bytes + next.size, units};
    if (units == kChunk) return piece;
  }
}

}  // namespace

void Writer::LongString(std::string_view text) {
  const bool ascii = IsAscii(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  std::size_t units = ascii ? text.size() : CountUnits(text);
  while (units > kChunk) {
    const Piece piece = ascii ? Piece{kChunk, kChunk} : FirstChunk(text);
    std::uint8_t* out = Room(17);
    *out++ = 'R';
    at_ = StoreBigEndian(out, static_cast<std::uint16_t>(piece.units));
    Print(text.substr(0, piece.bytes), piece.units);
    text.remove_prefix(piece.bytes);
    units -= piece.units;
  }
  Room(17);
  Length(units, 0x00, 31, 0x30, 'S');
  Print(text, units);
}

void Writer::Print(std::string_view text, std::size_t units) {
  Reserve(3 * units);
  const std::uint8_t* from = at_;
  if (units == text.size()) {
    if (units > 0) std::memcpy(at_, text.data(), units);
    at_ += units;
  } else {
    for (std::size_t i = 0; i < text.size();) {
      const Character next = DecodeCharacter(text, i);
      if (next.units == 2) {
        at_ = EncodeUnit(0xd800 + ((next.code - 0x10000) >> 10), at_);
        at_ = EncodeUnit(0xdc00 + (next.code & 0x3ff), at_);
      } else {
        at_ = EncodeUnit(next.code, at_);
      }
      i += next.size;
    }
  }
  FlushWhilePrinting(from);
}

// Caucho checks before each unit whether 16 bytes are left.
void Writer::FlushWhilePrinting(const std::uint8_t* from) {
  while (at_ - flushed_ > kBuffer - 16) {
    std::uint8_t* unit = flushed_ + (kBuffer - 16);
    if (unit < from) unit += from - unit;
    while (unit < at_ && (*unit & 0xc0) == 0x80) ++unit;
    if (unit >= at_) break;
    flushed_ = unit;
  }
  SetLimit();
}

void Writer::Binary(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t kHeader = 3;
  const auto room = [this] { return static_cast<std::ptrdiff_t>(kBuffer - (at_ - flushed_) - kHeader); };
  const auto copy = [&](std::size_t length) {
    if (length > 0) std::memcpy(at_, bytes.data(), length);
    at_ += length;
    bytes = bytes.subspan(length);
  };
  while (room() < static_cast<std::ptrdiff_t>(bytes.size())) {
    if (room() < 16) Flush();
    const std::size_t length = std::min(static_cast<std::size_t>(room()), bytes.size());
    Reserve(length + kHeader);
    *at_++ = 'A';
    at_ = StoreBigEndian(at_, static_cast<std::uint16_t>(length));
    copy(length);
    Flush();
  }
  if (kBuffer - (at_ - flushed_) < 16) Flush();
  Reserve(bytes.size() + kHeader);
  Length(bytes.size(), 0x20, 15, 0x34, 'B');
  copy(bytes.size());
}

std::int32_t Writer::Count(std::size_t count) {
  if (count > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    throw Error(Error::Kind::kUnwritable, Size(), "more than 2147483647 values in one list");
  }
  return static_cast<std::int32_t>(count);
}

void Writer::List(std::size_t count, std::string_view type) {
  const std::int32_t checked = Count(count);
  const int typed = type.empty() ? 8 : 0;
  ++next_ref_;
  std::uint8_t* out = Room(32);
  *out = static_cast<std::uint8_t>(count <= 7 ? 0x70 + typed + checked : (typed ? 'X' : 'V'));
  at_ = out + 1;
  if (!typed) Type(type);
  if (count > 7) Int(checked);
}

void Writer::Map(std::string_view type) {
  ++next_ref_;
  *Room(32) = type.empty() ? 'H' : 'M';
  ++at_;
  if (!type.empty()) Type(type);
}

void Writer::Type(std::string_view type) {
  constexpr std::size_t kFew = 16;
  Room(32);
  std::uint32_t index = 0;
  const auto count = static_cast<std::uint32_t>(types_.size());
  if (count <= kFew) {
    while (index < count && types_[index] != type) ++index;
  } else {
    if (type_index_.empty()) {
      for (std::uint32_t i = 0; i < count; ++i) type_index_.emplace(types_[i], i);
    }
    index = type_index_.emplace(type, count).first->second;
  }
  if (index < count) return Int(static_cast<std::int32_t>(index));
  types_.push_back(type);
  String(type);
}

void Writer::ObjectOf(std::uint32_t index) {
  ++next_ref_;
  std::uint8_t* out = Room(32);
  *out = static_cast<std::uint8_t>(index <= 15 ? 0x60 + index : 'O');
  at_ = out + 1;
  if (index > 15) Int(static_cast<std::int32_t>(index));
}

template <class Names>
void Writer::Definition(std::string_view name, const Names& fields) {
  *Room(32) = 'C';
  ++at_;
  String(name);
  Int(Count(fields.size()));
  for (const auto& field : fields) String(field);
}

void Writer::Object(const Shape& shape) {
  const std::uint32_t index = classes_.FindOrAdd(&shape, next_class_);
  if (index == next_class_) {
    ++next_class_;
    const std::vector<std::uint8_t>& definition = shape.definition();
    const auto size = static_cast<std::ptrdiff_t>(definition.size());
    if (flushed_ + kBuffer - at_ > size + 32) {
      Reserve(definition.size());
      std::memcpy(at_, definition.data(), definition.size());
      at_ += size;
    } else {
      Definition(shape.name(), shape.fields());  // Caucho's buffer is flushed somewhere in between
    }
  }
  ObjectOf(index);
}

void Writer::Object(const void* key, std::string_view name, std::span<const std::string> fields) {
  const std::uint32_t index = classes_.FindOrAdd(key, next_class_);
  if (index == next_class_) {
    ++next_class_;
    Definition(name, fields);
  }
  ObjectOf(index);
}

void Writer::StartMessage() {
  std::uint8_t* out = Room(32);
  for (const std::uint8_t byte : {0x70, 0x02, 0x00}) *out++ = byte;
  at_ = out;
}

}  // namespace hessian2
