// The state of writing structs as raw bytes, and of reading them: numbers, texts, and their limits.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "little_endian.h"
#include "meta.h"

namespace wirebed {

inline constexpr int kMostRawDepth = 256;

// Writes to a string of the caller's, over what it holds; finish() cuts it to what was written.
class RawWriting {
 public:
  explicit RawWriting(std::string& to) : bytes_(to), at_(to.data()), end_(at_ + to.size()) {}
  void finish() { bytes_.resize(size()); }

  template <class Number>
  void number(Number value) {
    copy_number<Number>(room(sizeof(Number)), &value);
    at_ += sizeof(Number);
  }
  void flag(bool value) { *room(1) = value ? 1 : 0, ++at_; }
  void count(std::size_t value);
  void text(std::string_view value);
  void octets(const void* data, std::size_t size) {
    if (size > 0) std::memcpy(room(size), data, size);
    at_ += size;
  }
  void begin() {
    if (++depth_ > kMostRawDepth) refuse_depth();
  }
  void end() { --depth_; }
  [[noreturn]] static void refuse_null();

 private:
  [[noreturn]] static void refuse_depth();
  std::size_t size() const { return static_cast<std::size_t>(at_ - bytes_.data()); }
  // The place of the next bytes, which has room for this many.
  char* room(std::size_t size) {
    if (static_cast<std::size_t>(end_ - at_) < size) [[unlikely]] {
      grow(size);
    }
    return at_;
  }
  void grow(std::size_t size);

  std::string& bytes_;
  char* at_;
  char* end_;
  int depth_ = 0;
};

class RawReading {
 public:
  explicit RawReading(std::string_view wire) : at_(wire.data()), end_(at_ + wire.size()) {}

  template <class Number>
  Number number() {
    Number value;
    copy_number<Number>(&value, take(sizeof(Number)).data());
    return value;
  }
  bool flag() {
    const auto value = number<std::uint8_t>();
    if (value > 1) [[unlikely]] {
      refuse_flag(value);
    }
    return value == 1;
  }
  // Reads the number of elements, each of which has at least `least` bytes.
  std::size_t count(std::size_t least);
  std::string text();
  std::string_view take(std::size_t size) {
    if (size > left()) [[unlikely]] {
      refuse_end();
    }
    at_ += size;
    return {at_ - size, size};
  }
  // The rest of the input, for a reader that goes on by itself.
  const char* at() const { return at_; }
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
  // Whether the next count says that there is no value. If so, the count has been read.
  bool none();
  void decimal(Decimal& value);
  void begin() {
    if (++depth_ > kMostRawDepth) refuse_depth();
  }
  void end() { --depth_; }
  void at_end() const;
  [[noreturn]] static void refuse_null();

 private:
  [[noreturn]] static void refuse_depth();
  [[noreturn]] static void refuse_flag(std::uint8_t value);
  [[noreturn]] void refuse_end() const;

  const char* at_;
  const char* end_;
  int depth_ = 0;
};

}  // namespace wirebed
