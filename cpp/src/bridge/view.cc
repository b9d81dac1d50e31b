// Writes and reads the nodes of a view.
#include "bridge/view.h"

#include <algorithm>
#include <cstring>

#include "bridge/sorted.h"
#include "little_endian.h"

namespace wirebed::view {

namespace {

// The length of the well-formed UTF-8 sequence at the start of `text`, 0 when there is none (Unicode, table
// 3-7).
std::size_t sequence(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const auto tail = [&](std::size_t i, unsigned from = 0x80, unsigned to = 0xbf) {
    return byte(i) >= from && byte(i) <= to;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return tail(1) ? 2 : 0;
  if (lead == 0xe0) return tail(1, 0xa0) && tail(2) ? 3 : 0;
  if (lead == 0xed) return tail(1, 0x80, 0x9f) && tail(2) ? 3 : 0;
  if (lead >= 0xe1 && lead <= 0xef) return tail(1) && tail(2) ? 3 : 0;
  if (lead == 0xf0) return tail(1, 0x90) && tail(2) && tail(3) ? 4 : 0;
  if (lead >= 0xf1 && lead <= 0xf3) return tail(1) && tail(2) && tail(3) ? 4 : 0;
  if (lead == 0xf4) return tail(1, 0x80, 0x8f) && tail(2) && tail(3) ? 4 : 0;
  return 0;
}

// The number of ASCII bytes at the start, counted by eights: most texts are all ASCII.
std::size_t ascii_prefix(std::string_view text) {
  std::size_t at = 0;
  for (std::uint64_t word; text.size() - at >= sizeof word; at += sizeof word) {
    std::memcpy(&word, text.data() + at, sizeof word);
    if ((word & 0x8080808080808080u) != 0) break;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

}  // namespace

bool is_utf8(std::string_view text) {
  for (text.remove_prefix(ascii_prefix(text)); !text.empty(); text.remove_prefix(ascii_prefix(text))) {
    const std::size_t size = sequence(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

void sort_by_bytes(std::vector<Keyed>& items) {
  std::sort(items.begin(), items.end(), [](const Keyed& a, const Keyed& b) { return a.bytes < b.bytes; });
}

template <class T>
void Writer::raw(T value) {
  char copy[sizeof value];
  copy_number<T>(copy, &value);
  bytes.append(copy, sizeof value);
}

template <class T>
void Writer::tagged(char tag, T value) {
  char copy[1 + sizeof value];
  copy[0] = tag;
  copy_number<T>(copy + 1, &value);
  bytes.append(copy, sizeof copy);
}

void Writer::sized(char tag, std::string_view value) {
  tagged(tag, static_cast<std::uint32_t>(value.size()));
  bytes += value;
}

void Writer::null() { bytes += 'n'; }
void Writer::boolean(bool value) { bytes += value ? 't' : 'f'; }
void Writer::integer(std::int64_t value) { tagged('i', value); }
void Writer::unsigned_integer(std::uint64_t value) { tagged(value >> 63 != 0 ? 'u' : 'i', value); }
void Writer::float_(float value) { tagged('g', value); }
void Writer::double_(double value) { tagged('d', value); }
void Writer::text(std::string_view value) { sized(is_utf8(value) ? 's' : 'x', value); }
void Writer::binary(std::string_view value) { sized('b', value); }
void Writer::enumeration(std::int32_t number) { tagged('e', number); }
void Writer::same_as(std::uint32_t offset) { tagged('=', offset); }
void Writer::list(std::size_t count) { tagged('l', static_cast<std::uint32_t>(count)); }
void Writer::set(std::size_t count) { tagged('z', static_cast<std::uint32_t>(count)); }
void Writer::map(std::size_t count) { tagged('m', static_cast<std::uint32_t>(count)); }
void Writer::field(std::uint32_t number) { raw(number); }
void Writer::end_record() { raw(std::uint32_t{0}); }
void Writer::absent() { bytes += 'a'; }

void Writer::begin_record(std::string_view message) {
  tagged('r', static_cast<std::uint16_t>(message.size()));
  bytes += message;
}

void Reader::fail(const std::string& reason) const {
  throw Refusal(FailureStage::kBuild, reason + " (offset " + std::to_string(at_) + " of the view)");
}

char Reader::peek() const {
  if (at_ >= bytes_.size()) fail("a view ends where a node is expected");
  return bytes_[at_];
}

void Reader::seek(std::uint32_t offset) {
  if (offset >= bytes_.size()) fail("a view names an offset beyond its end");
  at_ = offset;
}

void Reader::need(std::size_t size) const {
  if (bytes_.size() - at_ < size) fail("a view ends inside a node");
}

void Reader::expect(char tag) {
  const char found = peek();
  if (found != tag) fail(std::string("a view has the node '") + found + "' where '" + tag + "' is expected");
  ++at_;
}

template <class T>
T Reader::raw() {
  need(sizeof(T));
  T value;
  copy_number<T>(&value, bytes_.data() + at_);
  at_ += sizeof value;
  return value;
}

template <class T>
T Reader::tagged(char tag) {
  expect(tag);
  return raw<T>();
}

void Reader::null() { expect('n'); }
float Reader::float_() { return tagged<float>('g'); }
double Reader::double_() { return tagged<double>('d'); }
std::string_view Reader::binary() { return sized('b'); }
std::int32_t Reader::enumeration() { return tagged<std::int32_t>('e'); }
std::uint32_t Reader::same_as() { return tagged<std::uint32_t>('='); }
std::uint32_t Reader::field() { return raw<std::uint32_t>(); }

bool Reader::boolean() {
  const char tag = peek();
  if (tag != 't' && tag != 'f')
    fail(std::string("a view has the node '") + tag + "' where a bool is expected");
  ++at_;
  return tag == 't';
}

std::int64_t Reader::integer(std::int64_t least, std::int64_t most) {
  if (peek() == 'u') fail("the integer is out of range");
  const std::int64_t value = tagged<std::int64_t>('i');
  if (value < least || value > most) fail("the integer " + std::to_string(value) + " is out of range");
  return value;
}

std::int64_t Reader::int64() { return static_cast<std::int64_t>(uint64()); }

std::uint64_t Reader::uint64() { return tagged<std::uint64_t>(peek() == 'u' ? 'u' : 'i'); }

std::string_view Reader::text() {
  const char tag = peek();
  if (tag == '=') {
    const std::uint32_t earlier = same_as();
    if (earlier >= at_) fail("'=' names a node that is not an earlier one");
    Reader there(bytes_);
    there.seek(earlier);
    if (there.peek() == '=') fail("'=' names another '='");
    return there.text();
  }
  const std::string_view text = sized(tag == 'x' ? 'x' : 's');
  if (tag == 's' && !is_utf8(text)) fail("text that is not UTF-8 in a node 's'");
  return text;
}

std::string_view Reader::sized(char tag) {
  const std::uint32_t size = tagged<std::uint32_t>(tag);
  need(size);
  at_ += size;
  return bytes_.substr(at_ - size, size);
}

std::uint32_t Reader::count(char tag) {
  const std::uint32_t count = tagged<std::uint32_t>(tag);
  need(count);  // no node is shorter than a byte
  return count;
}

std::string_view Reader::begin_record() {
  const std::uint16_t size = tagged<std::uint16_t>('r');
  need(size);
  at_ += size;
  return bytes_.substr(at_ - size, size);
}

}  // namespace wirebed::view
