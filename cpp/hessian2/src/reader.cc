// Reads scalars, containers, definitions and refs; reader_text.cc reads texts and binary. The frequent forms
// of numbers are inline in hessian2/reader.h.
#include "hessian2/reader.h"

#include <bit>
#include <cstdio>
#include <cstring>

namespace hessian2 {

namespace {

using Kind = Reader::Kind;

constexpr Kind KindOf(int lead) {
  if (lead <= 0x1f || (lead >= 0x30 && lead <= 0x33) || lead == 'R' || lead == 'S') return Kind::kString;
  if (lead <= 0x2f || (lead >= 0x34 && lead <= 0x37) || lead == 'A' || lead == 'B') return Kind::kBinary;
  if ((lead >= 0x38 && lead <= 0x3f) || lead >= 0xd8 || lead == 'L' || lead == 'Y') return Kind::kLong;
  if (lead >= 0x80 || lead == 'I') return Kind::kInt;
  if (lead >= 0x70 || (lead >= 'U' && lead <= 'X')) return Kind::kList;
  if (lead >= 0x60 || lead == 'O') return Kind::kObject;
  if ((lead >= 0x5b && lead <= 0x5f) || lead == 'D') return Kind::kDouble;
  switch (lead) {
    case 'C':
      return Kind::kDefinition;
    case 'F':
    case 'T':
      return Kind::kBool;
    case 'H':
    case 'M':
      return Kind::kMap;
    case 'J':
    case 'K':
      return Kind::kDate;
    case 'N':
      return Kind::kNull;
    case 'Q':
      return Kind::kRef;
    default:
      return Kind::kReserved;  // 40 45 47 50, and 5a, which only ends lists and maps
  }
}

const char* const kKindNames[] = {"null",   "bool",   "int",  "long", "double", "date",
                                  "string", "binary", "list", "map",  "object", "ref"};

}  // namespace

#define ROW(n) KindOf(n), KindOf(n + 1), KindOf(n + 2), KindOf(n + 3)
#define ROWS(n) ROW(n), ROW(n + 4), ROW(n + 8), ROW(n + 12)
const Kind Reader::kKinds[256] = {ROWS(0x00), ROWS(0x10), ROWS(0x20), ROWS(0x30), ROWS(0x40), ROWS(0x50),
                                  ROWS(0x60), ROWS(0x70), ROWS(0x80), ROWS(0x90), ROWS(0xa0), ROWS(0xb0),
                                  ROWS(0xc0), ROWS(0xd0), ROWS(0xe0), ROWS(0xf0)};
#undef ROWS
#undef ROW

void Reader::Start(std::span<const std::uint8_t> input) {
  begin_ = at_ = input.data();
  end_ = begin_ + input.size();
  depth_ = next_ref_ = next_class_ = next_type_ = 0;
  refs_.clear();
  classes_.clear();
  types_.clear();
  names_.clear();
  read_again_ = 0;
}

void Reader::Finish() const {
  if (at_ != end_) Fail(at_, std::to_string(end_ - at_) + " trailing bytes");
}

void Reader::Fail(const std::uint8_t* where, const std::string& reason) const {
  throw Error(Error::Kind::kMalformed, static_cast<std::size_t>(where - begin_), reason);
}

void Reader::Truncated(const char* what) const { Fail(end_, std::string("the input ends within ") + what); }

void Reader::Mismatch(std::size_t offset, const std::string& reason) const {
  throw Error(Error::Kind::kMismatch, offset, reason);
}

void Reader::Wrong(const char* wanted) {
  const Kind kind = Peek();
  Mismatch(offset(), std::string(kKindNames[static_cast<int>(kind)]) + " where " + wanted + " is expected");
}

Reader::Kind Reader::RarePeek() {
  while (true) {
    const Kind kind = kKinds[Lead()];
    if (kind < Kind::kDefinition) [[likely]] {
      return kind;
    }
    if (kind == Kind::kReserved) {
      char reason[32];
      std::snprintf(reason, sizeof reason, "reserved lead byte %02x", *at_);
      Fail(at_, *at_ == 'Z' ? "an end where a value is expected" : reason);
    }
    ReadDefinition();
  }
}

void Reader::ReadNull() {
  if (Peek() != Kind::kNull) Wrong("null");
  ++at_;
}

bool Reader::ReadBool() {
  if (Peek() != Kind::kBool) Wrong("bool");
  return *at_++ == 'T';
}

std::int32_t Reader::RareInt() {
  if (Peek() != Kind::kInt) Wrong("int");
  return ReadPlainInt("an int");
}

// An int of the format itself: no class definition may precede it, and no other value replace it.
std::int32_t Reader::ReadPlainInt(const char* what) {
  if (at_ == end_) Truncated(what);
  const std::uint8_t* where = at_;
  const std::uint8_t lead = *where;
  if (kKinds[lead] != Kind::kInt) Fail(where, std::string("no int where ") + what + " is expected");
  if (lead == 'I') return static_cast<std::int32_t>(LoadBigEndian<std::uint32_t>(Take(5, what) + 1));
  if (lead <= 0xbf) return Take(1, what), lead - 0x90;
  if (lead <= 0xcf) return (lead - 0xc8) * 0x100 + Take(2, what)[1];
  return (lead - 0xd4) * 0x10000 + LoadBigEndian<std::uint16_t>(Take(3, what) + 1);
}

std::int64_t Reader::RareLong() {
  const Kind kind = Peek();
  if (kind == Kind::kInt) return ReadPlainInt("an int");
  if (kind != Kind::kLong) Wrong("long");
  const std::uint8_t lead = *at_;
  if (lead == 'L') return static_cast<std::int64_t>(LoadBigEndian<std::uint64_t>(Take(9, "a long") + 1));
  if (lead == 'Y') return static_cast<std::int32_t>(LoadBigEndian<std::uint32_t>(Take(5, "a long") + 1));
  if (lead <= 0x3f) return (lead - 0x3c) * 0x10000 + LoadBigEndian<std::uint16_t>(Take(3, "a long") + 1);
  if (lead <= 0xef) return Take(1, "a long"), lead - 0xe0;
  return (lead - 0xf8) * 0x100 + Take(2, "a long")[1];
}

double Reader::RareDouble() {
  const Kind kind = Peek();
  if (kind == Kind::kInt || kind == Kind::kLong) {
    const std::size_t where = offset();
    const std::int64_t whole = ReadLong();
    const auto value = static_cast<double>(whole);
    // 2^63 is a double, but not a long.
    if (value < 0x1p63 && static_cast<std::int64_t>(value) == whole) return value;
    Mismatch(where, std::to_string(whole) + " is no double");
  }
  if (kind != Kind::kDouble) Wrong("double");
  switch (*at_) {
    case 'D':
      return std::bit_cast<double>(LoadBigEndian<std::uint64_t>(Take(9, "a double") + 1));
    case 0x5b:
      return ++at_, 0.0;
    case 0x5c:
      return ++at_, 1.0;
    case 0x5d:
      return static_cast<std::int8_t>(Take(2, "a double")[1]);
    case 0x5e:
      return static_cast<std::int16_t>(LoadBigEndian<std::uint16_t>(Take(3, "a double") + 1));
    default:
      return 0.001 * static_cast<std::int32_t>(LoadBigEndian<std::uint32_t>(Take(5, "a double") + 1));
  }
}

std::int64_t Reader::RareDate() {
  if (Peek() != Kind::kDate) Wrong("date");
  if (*at_ == 'J') return static_cast<std::int64_t>(LoadBigEndian<std::uint64_t>(Take(9, "a date") + 1));
  return std::int64_t{60000} * static_cast<std::int32_t>(LoadBigEndian<std::uint32_t>(Take(5, "a date") + 1));
}

// A number of items of at least one byte each, so a false claim shows before memory is reserved.
std::int32_t Reader::ReadCount(const char* what) {
  const std::uint8_t* where = at_;
  const std::int32_t count = ReadPlainInt(what);
  if (count < 0) Fail(where, std::string("negative ") + what);
  if (static_cast<std::size_t>(count) > static_cast<std::size_t>(end_ - at_)) {
    Fail(where, std::string(what) + " " + std::to_string(count) + " is beyond the end of the input");
  }
  return count;
}

void Reader::AddClass(Class definition) {
  if (next_class_++ == classes_.size()) classes_.push_back(std::move(definition));
}

void Reader::ReadDefinition() {
  ++at_;
  Class definition;
  definition.name = ReadName("a class name");
  const std::int32_t count = ReadCount("a number of fields");
  for (std::int32_t i = 0; i < count; ++i) definition.own_fields.push_back(ReadName("a field name"));
  AddClass(std::move(definition));
}

void Reader::TakeDefinition(const Shape& shape) {
  const std::vector<std::uint8_t>& bytes = shape.definition();
  if (static_cast<std::size_t>(end_ - at_) < bytes.size()) return;
  if (std::memcmp(at_, bytes.data(), bytes.size()) != 0) return;
  at_ += bytes.size();
  if (next_class_++ == classes_.size()) classes_.push_back({&shape, shape.name(), {}});
}

void Reader::TooDeep(const std::uint8_t* where) const {
  Fail(where, "deeper than " + std::to_string(limits_.depth) + " levels");
}

std::string_view Reader::ReadType() {
  if (at_ == end_) Truncated("a type");
  const std::uint8_t* where = at_;
  if (kKinds[*where] == Kind::kInt) {
    const std::int32_t index = ReadPlainInt("a type");
    if (index < 0 || static_cast<std::uint32_t>(index) >= next_type_) {
      Fail(where, "type " + std::to_string(index) + " of " + std::to_string(next_type_));
    }
    return types_[static_cast<std::size_t>(index)];
  }
  const std::string_view type = ReadName("a type");
  if (next_type_++ == types_.size()) types_.push_back(type);
  return type;
}

Reader::ListHead Reader::ReadList() {
  if (Peek() != Kind::kList) Wrong("list");
  Enter(at_);
  const std::uint8_t* where = at_;
  const std::uint8_t lead = *at_++;
  ListHead head{{}, -1};
  if (lead == 'U' || lead == 'V' || (lead >= 0x70 && lead <= 0x77)) head.type = ReadType();
  if (lead == 'V' || lead == 'X') {
    head.count = ReadCount("a number of values");
  } else if (lead >= 0x70) {
    head.count = lead & 7;
    if (head.count > end_ - at_) Fail(where, "the list is longer than the input");
  }
  return head;
}

std::string_view Reader::ReadMap() {
  if (Peek() != Kind::kMap) Wrong("map");
  Enter(at_);
  return *at_++ == 'M' ? ReadType() : std::string_view();
}

bool Reader::AtEnd() {
  if (at_ == end_) Truncated("a list or map");
  if (*at_ != 'Z') return false;
  ++at_;
  return true;
}

std::uint32_t Reader::RareObject() {
  if (Peek() != Kind::kObject) Wrong("object");
  const std::uint8_t* where = at_;
  Enter(where);
  const std::uint8_t lead = *at_++;
  const std::int32_t index = lead == 'O' ? ReadPlainInt("a class") : lead - 0x60;
  if (index < 0 || static_cast<std::uint32_t>(index) >= next_class_) {
    Fail(where, "class " + std::to_string(index) + " of " + std::to_string(next_class_));
  }
  return static_cast<std::uint32_t>(index);
}

std::uint32_t Reader::ReadRef() {
  if (Peek() != Kind::kRef) Wrong("ref");
  const std::uint8_t* where = at_++;
  const std::int32_t index = ReadPlainInt("a ref");
  if (index < 0 || static_cast<std::uint32_t>(index) >= next_ref_) {
    Fail(where, "ref " + std::to_string(index) + " of " + std::to_string(next_ref_));
  }
  return static_cast<std::uint32_t>(index);
}

Reader::Place Reader::Rewind(std::uint32_t ref) {
  const Mark& mark = refs_[ref];
  const Place here{at_, depth_, next_ref_, next_class_, next_type_, mark.at};
  at_ = mark.at;
  next_ref_ = ref;
  next_class_ = mark.class_;
  next_type_ = mark.type;
  return here;
}

void Reader::Resume(const Place& place) {
  constexpr std::size_t kAlways = 1 << 20;
  read_again_ += static_cast<std::size_t>(at_ - place.again);
  if (read_again_ > kAlways + 16 * static_cast<std::size_t>(end_ - begin_))
    Fail(at_, "refs repeat too much of the input");
  at_ = place.at;
  depth_ = place.depth;
  next_ref_ = place.ref;
  next_class_ = place.class_;
  next_type_ = place.type;
}

void Reader::ReadMessageStart() {
  const std::uint8_t* head = Take(3, "the head of a message");
  if (head[0] != 'p' || head[1] != 2 || head[2] != 0) Fail(head, "not the head 70 02 00 of a message");
}

void Reader::ReadMessageEnd() {
  const std::uint8_t* tail = Take(1, "a message");
  if (*tail != 'z') Fail(tail, "not the end 7a of a message");
}

}  // namespace hessian2
