// Reads and writes views, the flat pre-order streams of nodes of proto/wirebed/README.md.
//
// Nothing here knows about messages or plain structs: bridge/message.h and bridge/plain.h walk those.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "refusal.h"

namespace wirebed::view {

// A deeper value is refused: the walkers recurse, and this depth fits the stack of the peer's thread.
constexpr int kMaxDepth = 20000;

bool is_utf8(std::string_view text);

// The members are not inline: the walkers of plain structs call them for every field of every struct.
class Writer {
 public:
  std::string bytes;

  std::uint32_t offset() const { return static_cast<std::uint32_t>(bytes.size()); }
  void null();
  void boolean(bool value);
  void integer(std::int64_t value);
  void unsigned_integer(std::uint64_t value);
  void float_(float value);
  void double_(double value);
  void text(std::string_view value);
  void binary(std::string_view value);
  void enumeration(std::int32_t number);
  void same_as(std::uint32_t offset);
  void list(std::size_t count);
  void set(std::size_t count);
  void map(std::size_t count);
  // Begin a record, write field(number) and a node for each field that is present, and end the record.
  void begin_record(std::string_view message);
  void field(std::uint32_t number);
  void end_record();
  // Precedes the node of the value that an absent field reads as.
  void absent();

 private:
  template <class T>
  void raw(T value);
  template <class T>
  void tagged(char tag, T value);
  void sized(char tag, std::string_view value);
};

// Every member throws Refusal(kBuild) if the next node is of another kind.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  std::uint32_t offset() const { return static_cast<std::uint32_t>(at_); }
  bool at_end() const { return at_ == bytes_.size(); }
  // The tag of the next node, which stays unread.
  char peek() const;
  // Continues at another offset, to read the text that `=` refers to.
  void seek(std::uint32_t offset);

  void null();
  bool boolean();
  // An integer in the range of a type of at most 64 signed bits.
  std::int64_t integer(std::int64_t least, std::int64_t most);
  // An integer of 64 bits; one of the other signedness keeps its bits.
  std::int64_t int64();
  std::uint64_t uint64();
  float float_();
  double double_();
  // A text, which need not be valid UTF-8, or the earlier text that `=` names.
  std::string_view text();
  std::string_view binary();
  std::int32_t enumeration();
  std::uint32_t same_as();
  // The number of elements or pairs: at most the number of bytes left, so memory may be reserved for it.
  std::uint32_t count(char tag);
  // The name of the message whose fields follow, until field() returns 0.
  std::string_view begin_record();
  std::uint32_t field();

  [[noreturn]] void fail(const std::string& reason) const;

 private:
  void need(std::size_t size) const;
  void expect(char tag);
  template <class T>
  T raw();
  template <class T>
  T tagged(char tag);
  std::string_view sized(char tag);

  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace wirebed::view
