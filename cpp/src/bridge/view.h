// Reads and writes views, the flat pre-order streams of nodes of proto/wirebed/README.md.
//
// Nothing here knows about messages or plain structs: bridge/message.h and bridge/plain.h walk those.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "codec.h"

namespace wirebed::view {

static_assert(std::endian::native == std::endian::little,
              "views are little-endian and are copied as they are");

// Nested deeper, a value is refused: the walkers recurse, and this depth fits the stack of the peer's thread.
constexpr int kMaxDepth = 20000;

bool is_utf8(std::string_view text);

class Writer {
 public:
  std::string bytes;

  std::uint32_t offset() const { return static_cast<std::uint32_t>(bytes.size()); }
  void null() { bytes += 'n'; }
  void boolean(bool value) { bytes += value ? 't' : 'f'; }
  void integer(std::int64_t value) { tagged('i', value); }
  void unsigned_integer(std::uint64_t value) { tagged(value >> 63 != 0 ? 'u' : 'i', value); }
  void float_(float value) { tagged('g', value); }
  void double_(double value) { tagged('d', value); }
  void text(std::string_view value) { sized(is_utf8(value) ? 's' : 'x', value); }
  void binary(std::string_view value) { sized('b', value); }
  void enumeration(std::int32_t number) { tagged('e', number); }
  void same_as(std::uint32_t offset) { tagged('=', offset); }
  void list(std::uint32_t count) { tagged('l', count); }
  void set(std::uint32_t count) { tagged('z', count); }
  void map(std::uint32_t count) { tagged('m', count); }
  // A record is begun, gets field(number) and a node for each field that is there, and is ended.
  void begin_record(std::string_view message) {
    tagged('r', static_cast<std::uint16_t>(message.size()));
    bytes += message;
  }
  void field(std::uint32_t number) { raw(number); }
  void end_record() { raw(std::uint32_t{0}); }

 private:
  template <class T>
  void raw(T value) {
    char copy[sizeof value];
    std::memcpy(copy, &value, sizeof value);
    bytes.append(copy, sizeof value);
  }
  template <class T>
  void tagged(char tag, T value) {
    char copy[1 + sizeof value];
    copy[0] = tag;
    std::memcpy(copy + 1, &value, sizeof value);
    bytes.append(copy, sizeof copy);
  }
  void sized(char tag, std::string_view value) {
    tagged(tag, static_cast<std::uint32_t>(value.size()));
    bytes += value;
  }
};

// Every member throws Refusal(kBuild) where the bytes are not such a node.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  std::uint32_t offset() const { return static_cast<std::uint32_t>(at_); }
  bool at_end() const { return at_ == bytes_.size(); }
  // The tag of the next node, which stays unread.
  char peek() const {
    if (at_ >= bytes_.size()) fail("a view ends where a node is expected");
    return bytes_[at_];
  }
  // Goes on at another place: how `=` reads the text that it names.
  void seek(std::uint32_t offset) {
    if (offset >= bytes_.size()) fail("a view names an offset beyond its end");
    at_ = offset;
  }

  bool boolean();
  // An integer in the range of T; the other signedness keeps its 64 bits when T has 64.
  std::int64_t integer(std::int64_t least, std::int64_t most);
  std::int64_t int64();
  std::uint64_t uint64();
  float float_() { return tagged<float>('g'); }
  double double_() { return tagged<double>('d'); }
  // Text valid or not; follows `=` to an earlier text.
  std::string_view text();
  std::string_view binary() { return sized('b'); }
  std::int32_t enumeration() { return tagged<std::int32_t>('e'); }
  std::uint32_t same_as() { return tagged<std::uint32_t>('='); }
  void null() { expect('n'); }
  // The number of elements or pairs; no more than bytes are left, so it may be reserved.
  std::uint32_t count(char tag);
  // The name of the message whose fields follow, until field() gives 0.
  std::string_view begin_record();
  std::uint32_t field() { return raw<std::uint32_t>(); }

  [[noreturn]] void fail(const std::string& reason) const;

 private:
  void need(std::size_t size) const {
    if (bytes_.size() - at_ < size) fail("a view ends inside a node");
  }
  void expect(char tag) {
    if (peek() != tag) mismatch(tag);
    ++at_;
  }
  [[noreturn]] void mismatch(char tag) const;
  template <class T>
  T raw() {
    need(sizeof(T));
    T value;
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  template <class T>
  T tagged(char tag) {
    expect(tag);
    return raw<T>();
  }
  std::string_view sized(char tag);

  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace wirebed::view
