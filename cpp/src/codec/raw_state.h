// The state of writing structs as raw bytes, and of reading them: numbers, texts, and their limits.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "meta.h"

namespace wirebed {

inline constexpr bool kCopiesAsItIs = std::endian::native == std::endian::little;

// The bytes of a number in the order of the wire, or back.
template <class Number>
void copy_number(void* to, const void* from) {
  std::memcpy(to, from, sizeof(Number));
  if constexpr (!kCopiesAsItIs) std::reverse(static_cast<char*>(to), static_cast<char*>(to) + sizeof(Number));
}

inline constexpr int kMostRawDepth = 256;

// Appends to a string of the caller's.
class RawWriting {
 public:
  explicit RawWriting(std::string& to) : bytes(to) {}

  std::string& bytes;

  template <class Number>
  void number(Number value) {
    char copy[sizeof(Number)];
    copy_number<Number>(copy, &value);
    bytes.append(copy, sizeof(Number));
  }
  void flag(bool value) { bytes.push_back(value ? 1 : 0); }
  void count(std::size_t value);
  void text(std::string_view value);
  void octets(const void* data, std::size_t size) { bytes.append(static_cast<const char*>(data), size); }
  void begin() {
    if (++depth_ > kMostRawDepth) refuse_depth();
  }
  void end() { --depth_; }
  [[noreturn]] static void refuse_null();

 private:
  [[noreturn]] static void refuse_depth();

  int depth_ = 0;
};

class RawReading {
 public:
  explicit RawReading(std::string_view wire) : left_(wire) {}

  template <class Number>
  Number number() {
    Number value;
    copy_number<Number>(&value, take(sizeof(Number)).data());
    return value;
  }
  bool flag();
  // Reads the number of elements, each of which has at least `least` bytes.
  std::size_t count(std::size_t least);
  std::string text();
  std::string_view take(std::size_t size) {
    if (size > left_.size()) refuse_end();
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }
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
  [[noreturn]] void refuse_end() const;

  std::string_view left_;
  int depth_ = 0;
};

}  // namespace wirebed
