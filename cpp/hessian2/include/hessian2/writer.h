// Writes Hessian 2 into a growing buffer, byte for byte as Hessian2Output of com.caucho:hessian 4.0.66 does.
//
// There is one call per value, in the order of the wire. A list, a map and an object take the next ref
// number. To keep identity, a caller first calls Ref:
//
//   if (!writer.Ref(&point)) {       // writes a ref and returns true if this object was written before
//     writer.Object(kPointShape);    // with its class definition, the first time
//     writer.Int(point.x);
//     writer.Int(point.y);
//   }
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hessian2/big_endian.h"
#include "hessian2/error.h"
#include "hessian2/pointer_map.h"
#include "hessian2/shape.h"
#include "hessian2/text.h"

namespace hessian2 {

class Writer {
 public:
  Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // The bytes written since the last Clear; valid until the next call.
  std::span<const std::uint8_t> bytes() const { return {begin_.get(), Size()}; }
  // Begins again and reuses the memory.
  void Clear();

  void Null() { *Room(17) = 'N', ++at_; }
  void Bool(bool value) { *Room(16) = value ? 'T' : 'F', ++at_; }
  inline void Int(std::int32_t value);
  inline void Long(std::int64_t value);
  inline void Double(double value);
  void Date(std::int64_t milliseconds);
  // The text is UTF-8; see text.h.
  inline void String(std::string_view text);
  void Binary(std::span<const std::uint8_t> bytes);

  // `count` values follow. An empty type makes an untyped list. The type must live until Clear.
  void List(std::size_t count, std::string_view type = {});
  // Keys and values follow in turn, then EndMap.
  void Map(std::string_view type = {});
  void EndMap() { *Room(32) = 'Z', ++at_; }
  // The values of its fields follow.
  void Object(const Shape& shape);
  // The same for a class that is known only at run time; `key` is its identity.
  void Object(const void* key, std::string_view name, std::span<const std::string> fields);

  // Writes a ref and returns true if `object` was written before. Otherwise the next list, map or object is
  // recorded as `object`.
  bool Ref(const void* object) {
    const std::uint32_t number = refs_.FindOrAdd(object, next_ref_);
    if (number == next_ref_) return false;
    *Room(16) = 'Q', ++at_;
    Int(static_cast<std::int32_t>(number));
    return true;
  }

  // The envelope of Caucho's startMessage and completeMessage.
  void StartMessage();
  void CompleteMessage() { *Room(32) = 'z', ++at_; }

 private:
  // The size of Caucho's output buffer. A chunk of binary ends where the buffer is full, so the writer
  // follows when Caucho would flush it.
  static constexpr std::ptrdiff_t kBuffer = 8192;

  struct Free {
    void operator()(std::uint8_t* memory) const;
  };

  std::size_t Size() const { return static_cast<std::size_t>(at_ - begin_.get()); }

  // Makes room for `margin` bytes in memory and in Caucho's buffer, which is flushed first if necessary. 17,
  // 16 and 32 are the margins of Hessian2Output's own methods.
  std::uint8_t* Room(std::ptrdiff_t margin) {
    if (limit_ - at_ < margin) [[unlikely]] {
      MakeRoom(margin);
    }
    return at_;
  }
  void MakeRoom(std::ptrdiff_t margin);
  // Makes room in memory alone.
  void Reserve(std::size_t size);
  void Flush();
  void SetLimit();

  void Length(std::size_t length, std::uint8_t direct, std::size_t direct_max, std::uint8_t shorter,
              std::uint8_t final);
  void LongString(std::string_view text);
  void Print(std::string_view text, std::size_t units);
  void FlushWhilePrinting(const std::uint8_t* from);
  void DoubleInFull(double value);
  void Type(std::string_view type);
  void ObjectOf(std::uint32_t index);
  template <class Names>
  void Definition(std::string_view name, const Names& fields);
  std::int32_t Count(std::size_t count);

  std::unique_ptr<std::uint8_t[], Free> begin_;
  std::uint8_t* at_;
  std::uint8_t* limit_;    // the end of the memory or of Caucho's buffer, whichever is first
  std::uint8_t* end_;      // of the memory
  std::uint8_t* flushed_;  // where Caucho's buffer begins

  PointerMap refs_;
  std::uint32_t next_ref_ = 0;
  PointerMap classes_;
  std::uint32_t next_class_ = 0;
  std::vector<std::string_view> types_;
  std::unordered_map<std::string_view, std::uint32_t> type_index_;  // used once there are many types
};

inline void Writer::Int(std::int32_t value) {
  std::uint8_t* out = Room(17);
  if (value >= -16 && value <= 47) {
    *out++ = static_cast<std::uint8_t>(0x90 + value);
  } else if (value >= -2048 && value <= 2047) {
    *out++ = static_cast<std::uint8_t>(0xc8 + (value >> 8));
    *out++ = static_cast<std::uint8_t>(value);
  } else if (value >= -262144 && value <= 262143) {
    *out++ = static_cast<std::uint8_t>(0xd4 + (value >> 16));
    out = StoreBigEndian(out, static_cast<std::uint16_t>(value));
  } else {
    *out++ = 'I';
    out = StoreBigEndian(out, static_cast<std::uint32_t>(value));
  }
  at_ = out;
}

inline void Writer::Long(std::int64_t value) {
  std::uint8_t* out = Room(17);
  if (value >= -8 && value <= 15) {
    *out++ = static_cast<std::uint8_t>(0xe0 + value);
  } else if (value >= -2048 && value <= 2047) {
    *out++ = static_cast<std::uint8_t>(0xf8 + (value >> 8));
    *out++ = static_cast<std::uint8_t>(value);
  } else if (value >= -262144 && value <= 262143) {
    *out++ = static_cast<std::uint8_t>(0x3c + (value >> 16));
    out = StoreBigEndian(out, static_cast<std::uint16_t>(value));
  } else if (value >= INT32_MIN && value <= INT32_MAX) {
    *out++ = 'Y';
    out = StoreBigEndian(out, static_cast<std::uint32_t>(value));
  } else {
    *out++ = 'L';
    out = StoreBigEndian(out, static_cast<std::uint64_t>(value));
  }
  at_ = out;
}

inline void Writer::Double(double value) {
  std::uint8_t* out = Room(17);
  const double mills = value * 1000;
  // A NaN fails this condition. Beyond the range Java's (int) would saturate, and no short form could be
  // equal.
  if (!(mills >= -2147483648.0 && mills <= 2147483647.0)) return DoubleInFull(value);
  const auto integer = static_cast<std::int32_t>(value);
  if (integer == value && integer >= -32768 && integer < 32768) {
    if (integer == 0 || integer == 1) {
      *out++ = static_cast<std::uint8_t>(0x5b + integer);  // -0.0 too: Caucho drops its sign
    } else if (integer >= -128 && integer < 128) {
      *out++ = 0x5d;
      *out++ = static_cast<std::uint8_t>(integer);
    } else {
      *out++ = 0x5e;
      out = StoreBigEndian(out, static_cast<std::uint16_t>(integer));
    }
  } else if (0.001 * static_cast<std::int32_t>(mills) == value) {
    *out++ = 0x5f;
    out = StoreBigEndian(out, static_cast<std::uint32_t>(static_cast<std::int32_t>(mills)));
  } else {
    return DoubleInFull(value);
  }
  at_ = out;
}

inline void Writer::String(std::string_view text) {
  std::uint8_t* out = Room(17);
  const std::size_t size = text.size();
  if (size > 31 || limit_ - out < 49 || !IsAscii(reinterpret_cast<const std::uint8_t*>(text.data()), size)) {
    return LongString(text);
  }
  *out++ = static_cast<std::uint8_t>(size);
  if (size > 0) std::memcpy(out, text.data(), size);
  at_ = out + size;
}

}  // namespace hessian2
