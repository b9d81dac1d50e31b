// Reads Hessian 2 from bytes in memory, one value per call, and strictly: whatever is truncated, reserved,
// out of range, too deep or left over is an Error (kMalformed) with its offset. Requesting another kind of
// value than the next one is an Error (kMismatch) and leaves it unread. No length or count that the input
// claims reserves memory.
//
//   Reader reader(bytes);
//   switch (reader.Peek()) { case Reader::Kind::kInt: use(reader.ReadInt()); ... }
//   reader.Finish();
//
// Lists, maps and objects get ref numbers in the order in which they begin. The caller remembers what a
// number refers to, or reads it again (Rewind).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hessian2/big_endian.h"
#include "hessian2/error.h"
#include "hessian2/shape.h"

namespace hessian2 {

struct Limits {
  // The depth of nested lists, maps and objects.
  std::uint32_t depth = 512;
  // Whether Rewind may be called. The reader then keeps the place of each list, map and object, in 16 bytes.
  bool rewind = true;
};

class Reader {
 public:
  enum class Kind : std::uint8_t {
    kNull,
    kBool,
    kInt,
    kLong,
    kDouble,
    kDate,
    kString,
    kBinary,
    kList,
    kMap,
    kObject,
    kRef,
    // Never returned by Peek:
    kDefinition,
    kReserved
  };

  // A class definition: the shape that was expected (Expect), or the names in it.
  struct Class {
    const Shape* shape = nullptr;
    std::string_view name;
    std::vector<std::string_view> own_fields;  // of a definition without a shape

    const std::vector<std::string_view>& fields() const { return shape ? shape->fields() : own_fields; }
  };

  struct ListHead {
    std::string_view type;  // empty when untyped
    std::int32_t count;     // -1 when values follow until AtEnd
  };

  explicit Reader(Limits limits = {}) : limits_(limits) {}
  explicit Reader(std::span<const std::uint8_t> input, Limits limits = {}) : limits_(limits) { Start(input); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // Begins a new input, which must outlive the reading. It reuses the memory of the earlier one.
  void Start(std::span<const std::uint8_t> input);
  // Throws unless everything was read.
  void Finish() const;
  std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }

  // The kind of the next value. Class definitions before it are read.
  Kind Peek() {
    if (at_ != end_) [[likely]] {
      const Kind kind = kKinds[*at_];
      if (kind < Kind::kDefinition) [[likely]] {
        return kind;
      }
    }
    return RarePeek();
  }
  void ReadNull();
  bool ReadBool();
  inline std::int32_t ReadInt();
  // Accepts an int too: every int is a long.
  inline std::int64_t ReadLong();
  // Accepts an int or a long too, if a double holds it exactly.
  [[gnu::always_inline]] inline double ReadDouble();
  // Milliseconds since 1970.
  inline std::int64_t ReadDate();
  // As UTF-8; see text.h.
  void ReadString(std::string& out);
  void ReadBinary(std::vector<std::uint8_t>& out);

  // Reads the end of a list without a count, or of a map, if it is next. Call this after each element or
  // entry.
  bool AtEnd();
  // Each of the next three calls begins a level that Leave ends.
  ListHead ReadList();
  // The type; empty when untyped.
  std::string_view ReadMap();
  // The index of the class, for class_at; its fields follow.
  inline std::uint32_t ReadObject();
  void Leave() { --depth_; }
  // Whether an Error was thrown for want of levels, until Resume.
  bool is_too_deep() const { return depth_ > limits_.depth; }
  // The number of the list, map or object that is referred to.
  std::uint32_t ReadRef();
  // Reads any value and discards it. Its lists, maps and objects still get ref numbers.
  void Skip();
  // Skips a value that was read before, without a limit on its depth, which was checked then.
  void SkipAgain();

  // Reads the next class definition as a whole if it has exactly these bytes.
  void Expect(const Shape& shape) {
    if (at_ != end_ && *at_ == 'C') TakeDefinition(shape);
  }
  const Class& class_at(std::uint32_t index) const { return classes_[index]; }
  std::size_t class_count() const { return classes_.size(); }
  // The number that the next list, map or object will have.
  std::uint32_t next_ref() const { return next_ref_; }

  // Where reading continues after something was read again.
  struct Place {
    const std::uint8_t* at;
    std::uint32_t depth, ref, class_, type;
    const std::uint8_t* again;  // where it was read again from
  };
  // Goes back to the list, map or object of this number, to read it again as if for the first time: it gets
  // the same numbers and definitions. The bytes that are read again are limited to 1 MiB, for a small list
  // that many share, plus 16 times the input. Resume may follow an Error, too.
  Place Rewind(std::uint32_t ref);
  void Resume(const Place& place);

  // The envelope of Caucho's startMessage and completeMessage.
  void ReadMessageStart();
  void ReadMessageEnd();

  // For a caller that cannot use a value, with the offset at which the value began.
  [[noreturn]] void Mismatch(std::size_t offset, const std::string& reason) const;

 private:
  static const Kind kKinds[256];

  [[noreturn]] void Fail(const std::uint8_t* where, const std::string& reason) const;
  [[noreturn]] void Wrong(const char* wanted);
  [[noreturn]] void Truncated(const char* what) const;
  std::uint8_t Lead() {
    if (at_ == end_) [[unlikely]] {
      Truncated("a value");
    }
    return *at_;
  }
  // The next `size` bytes; throws if the input has fewer.
  const std::uint8_t* Take(std::size_t size, const char* what) {
    if (static_cast<std::size_t>(end_ - at_) < size) [[unlikely]] {
      Truncated(what);
    }
    const std::uint8_t* taken = at_;
    at_ += size;
    return taken;
  }
  Kind RarePeek();
  std::uint32_t RareObject();
  [[noreturn]] void TooDeep(const std::uint8_t* where) const;
  void TakeDefinition(const Shape& shape);
  std::int32_t RareInt();
  std::int64_t RareLong();
  double RareDouble();
  std::int64_t RareDate();
  std::int32_t ReadPlainInt(const char* what);
  std::int32_t ReadCount(const char* what);
  void ReadDefinition();
  std::string_view ReadName(const char* what);
  std::string_view ReadType();
  bool ReadTextChunk(std::string& out);
  void ReadUnits(std::size_t units, std::string& out);
  bool ReadBinaryChunk(std::vector<std::uint8_t>& out);
  inline void Enter(const std::uint8_t* where);
  void AddClass(Class definition);

  Limits limits_;
  const std::uint8_t* begin_ = nullptr;
  const std::uint8_t* at_ = nullptr;
  const std::uint8_t* end_ = nullptr;
  std::uint32_t depth_ = 0;
  // The next numbers; lower than the sizes below while something is read again.
  std::uint32_t next_ref_ = 0, next_class_ = 0, next_type_ = 0;
  struct Mark {
    const std::uint8_t* at;
    std::uint32_t class_, type;
  };
  std::vector<Mark> refs_;
  std::vector<Class> classes_;
  std::vector<std::string_view> types_;
  std::deque<std::string> names_;  // those that the input does not hold in one piece
  std::size_t read_again_ = 0;
};

inline std::int32_t Reader::ReadInt() {
  const std::uint8_t lead = Lead();
  if (lead >= 0x80 && lead <= 0xbf) {
    ++at_;
    return lead - 0x90;
  }
  return RareInt();
}

inline std::int64_t Reader::ReadLong() {
  const std::uint8_t lead = Lead();
  if (lead >= 0xd8 && lead <= 0xef) {
    ++at_;
    return lead - 0xe0;
  }
  if (lead >= 0xf0 && end_ - at_ >= 2) {
    const std::int64_t value = (lead - 0xf8) * 256 + at_[1];
    at_ += 2;
    return value;
  }
  return RareLong();
}

inline double Reader::ReadDouble() {
  const std::uint8_t lead = Lead();
  if (lead == 0x5f && end_ - at_ >= 5) {
    const auto mills = static_cast<std::int32_t>(LoadBigEndian<std::uint32_t>(at_ + 1));
    at_ += 5;
    return 0.001 * mills;
  }
  return RareDouble();
}

inline std::int64_t Reader::ReadDate() {
  if (Lead() == 'J' && end_ - at_ >= 9) {
    const auto milliseconds = static_cast<std::int64_t>(LoadBigEndian<std::uint64_t>(at_ + 1));
    at_ += 9;
    return milliseconds;
  }
  return RareDate();
}

inline void Reader::Enter(const std::uint8_t* where) {
  if (++depth_ > limits_.depth) [[unlikely]] {
    TooDeep(where);
  }
  if (next_ref_++ == refs_.size() && limits_.rewind) refs_.push_back({where, next_class_, next_type_});
}

inline std::uint32_t Reader::ReadObject() {
  if (Peek() == Kind::kObject && *at_ != 'O' && *at_ - 0x60u < next_class_) {
    Enter(at_);
    return *at_++ - 0x60u;
  }
  return RareObject();
}

}  // namespace hessian2
