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

// Writes to a string of the caller's, over what it holds. Where the string is empty, it writes to a place of
// its own first, and finish() makes the string once, of the exact size. A value that finds no room there
// grows in the string.
class RawWriting {
 public:
  explicit RawWriting(std::string& to) : bytes_(to) {
    to.empty() ? begin_at(own_, kOwn) : begin_at(to.data(), to.size());
  }
  RawWriting(const RawWriting&) = delete;
  void finish() {
    if (is_own()) {
      bytes_ = std::string(own_, size());
    } else {
      bytes_.resize(size());
    }
  }

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
  bool is_own() const { return begin_ == own_; }
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
  std::size_t size() const { return static_cast<std::size_t>(at_ - begin_); }
  void begin_at(char* place, std::size_t room) {
    begin_ = at_ = place;
    end_ = place + room;
  }
  // The place of the next bytes, which has room for this many.
  char* room(std::size_t size) {
    if (left() < size) [[unlikely]] {
      grow(size);
    }
    return at_;
  }
  void grow(std::size_t size);

  static constexpr std::size_t kOwn = 4096;

  std::string& bytes_;
  char* begin_;
  char* at_;
  char* end_;
  int depth_ = 0;
  char own_[kOwn];
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
