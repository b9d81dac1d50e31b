// The state of writing and of reading an object. It is reused from one task to the next, for its memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bridge/plain.h"
#include "codec.h"
#include "endpoint.h"
#include "hessian2/reader.h"
#include "hessian2/writer.h"
#include "meta.h"

namespace wirebed::hessian2_codec {

using ::hessian2::Reader;
using ::hessian2::Shape;
using ::hessian2::Writer;

// Whether the case asks for the message envelope. Throws UnsupportedError for another value of the option.
bool has_envelope(const Options& options);

inline std::string_view text_of(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
inline std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// Rethrows an error of the library with its stage. Call it while one is being handled. The binding makes such
// errors, too (Reader::Mismatch). They are the library's, as all of its class are, and fail at PARSE: a value
// of another type is not read.
[[noreturn]] void refuse();

struct Writing {
  Writer to;
  const void* root = nullptr;

  void start() { to.Clear(); }
};

// The destination of an object: an Object, or an element of a std::vector of them, which is given by its
// index because lists grow while they are read.
struct Place {
  void* where;
  std::uint32_t element = 0;  // its index plus one

  Object& get() const {
    if (element == 0) return *static_cast<Object*>(where);
    return (*static_cast<std::vector<Object>*>(where))[element - 1];
  }
};

// Where the fields of an unexpected class definition go in a struct; a null field is skipped.
struct Plan {
  const Shape* shape = nullptr;
  std::vector<const meta::Field*> steps;
};

struct Reading {
  Reader from;

  // What a ref number refers to, if it has identity: the place of an object, or (as element) the number of an
  // enum. Empty for lists, maps, and skipped values, which are read again.
  struct Known {
    const Shape* shape = nullptr;
    void* where = nullptr;
    std::uint32_t element = 0;
  };

  // Begins at the first byte of `wire`.
  void start(std::string_view wire);

  const Known* find(std::uint32_t ref) const {
    return ref < known_.size() && known_[ref].shape != nullptr ? &known_[ref] : nullptr;
  }
  // The entry of a ref number, to be assigned.
  Known& know(std::uint32_t ref) {
    if (ref >= known_.size()) [[unlikely]] {
      grow(ref);
    }
    if (ref >= used_) used_ = ref + 1;
    return known_[ref];
  }
  // The plan of the class with this index.
  Plan& plan(std::uint32_t index) {
    if (index >= plans_.size()) plans_.resize(index + 1);
    return plans_[index];
  }
  // The place of an object that is the value of a map, which may be replaced by another value of the same
  // key.
  Object* map_place(const meta::Class& type) {
    map_places_.push_back({std::make_shared<Object>(), &type});
    return map_places_.back().place.get();
  }
  void forget() { map_places_.clear(); }
  // Does the same after a failure: it separates the objects, which may form cycles.
  void abandon(std::vector<Object>& parts) {
    for (const MapPlace& map : map_places_) {
      if (*map.place != nullptr) PlainView::unlink(*map.type, map.place->get(), parts);
    }
    map_places_.clear();
  }
  // Reads an int, or a long that fits into one, as a writer with a wider field sends it.
  std::int32_t read_int() {
    if (from.Peek() != Reader::Kind::kLong) return from.ReadInt();
    const std::size_t offset = from.offset();
    const std::int64_t wide = from.ReadLong();
    if (wide < INT32_MIN || wide > INT32_MAX) from.Mismatch(offset, std::to_string(wide) + " is no int");
    return static_cast<std::int32_t>(wide);
  }

  // Throws if the class of this name is not `shape`'s.
  void require_class(std::string_view name, const Shape& shape, std::size_t offset) const;
  // Throws unless a field of a typed map stands there for the first time: of two values, none is the field's.
  void require_once(bool first, std::string_view field) const;
  // Reads the entries of a typed map: `read_field` reads the value of a key. A key that is no text names no
  // field.
  template <class ReadField>
  void read_entries(ReadField&& read_field);
  // Reads a double, an int or a long for a field that is declared as a float.
  float read_narrow() {
    const bool is_double = from.Peek() == Reader::Kind::kDouble;
    const std::size_t offset = from.offset();
    const double wide = from.ReadDouble();
    const auto exact = static_cast<float>(wide);
    return static_cast<double>(exact) == wide ? exact : narrow(wide, is_double, offset);
  }
  // Reads the text of a decimal number.
  void read_decimal(std::string& text);
  // Reads an object of one field that represents a value.
  template <class ReadField>
  void read_handle(const Shape& shape, ReadField&& read_field);
  // Follows a ref to a value without a place: goes back to it, reads it with `read`, and returns. A list or
  // map that holds the ref itself is read beyond it here. An error there waits until its bytes are read in
  // their turn, since what stands before them may be at fault as well.
  template <class Read>
  void again(std::uint32_t ref, Read&& read) {
    const std::size_t here = from.offset();
    const Reader::Place place = from.Rewind(ref);
    try {
      read();
    } catch (const ::hessian2::Error& error) {
      // Of too many levels, most are copies, so the bytes may have no fault in their turn.
      if (error.offset() < here || from.is_too_deep()) throw;
      put_off(error, place.ref);
    }
    from.Resume(place);
  }
  // Throws an error that still waits.
  void throw_waiting() const {
    if (waiting_) throw *waiting_;
  }
  // Reads a ref to an object that represents a value, and follows it.
  template <class Read>
  void again_as(const Shape& shape, Read&& read) {
    const std::size_t offset = from.offset();
    const std::uint32_t ref = from.ReadRef();
    const Known* known = find(ref);
    if (known != nullptr && known->shape != &shape)
      from.Mismatch(offset, "a ref to an object of another class");
    again(ref, read);
  }

 private:
  template <class ReadField>
  void read_handle_of_map(const Shape& shape, ReadField&& read_field);
  [[noreturn]] void without_field(const Shape& shape, std::size_t offset) const;
  // Forgets what was read from this number on, so that it is read and not skipped in its turn.
  void put_off(const ::hessian2::Error& error, std::uint32_t ref);
  void grow(std::uint32_t ref);
  float narrow(double wide, bool is_double, std::size_t offset) const;

  std::vector<Known> known_;
  std::size_t used_ = 0;
  std::vector<Plan> plans_;
  struct MapPlace {
    std::shared_ptr<Object> place;
    const meta::Class* type;
  };
  std::vector<MapPlace> map_places_;
  std::optional<::hessian2::Error> waiting_;
};

template <class ReadField>
void Reading::read_entries(ReadField&& read_field) {
  std::string key;
  while (!from.AtEnd()) {
    if (from.Peek() == Reader::Kind::kString) {
      from.ReadString(key);
      read_field(key);
    } else {
      from.Skip();
      from.Skip();
    }
  }
}

template <class ReadField>
void Reading::read_handle(const Shape& shape, ReadField&& read_field) {
  from.Expect(shape);
  const Reader::Kind there = from.Peek();
  const std::size_t offset = from.offset();
  const std::uint32_t ref = from.next_ref();
  if (there == Reader::Kind::kMap) return read_handle_of_map(shape, read_field);
  const std::uint32_t index = from.ReadObject();
  // A list, a map or another object cannot share it.
  know(ref) = {&shape, nullptr, 0};
  if (from.class_at(index).shape == &shape) {
    read_field();
  } else {
    require_class(from.class_at(index).name, shape, offset);
    const std::vector<std::string_view> fields = from.class_at(index).fields();
    // The last of two fields with one name counts.
    const auto last = std::find(fields.rbegin(), fields.rend(), shape.fields()[0]);
    if (last == fields.rend()) without_field(shape, offset);
    for (auto field = fields.begin(); field != fields.end(); ++field) {
      field + 1 == last.base() ? read_field() : from.Skip();
    }
  }
  from.Leave();
}

template <class ReadField>
void Reading::read_handle_of_map(const Shape& shape, ReadField&& read_field) {
  const std::size_t offset = from.offset();
  const std::uint32_t ref = from.next_ref();
  require_class(from.ReadMap(), shape, offset);
  know(ref) = {&shape, nullptr, 0};
  bool found = false;
  read_entries([&](std::string_view key) {
    if (key != shape.fields()[0]) return from.Skip();
    require_once(!found, key);
    found = true;
    read_field();
  });
  if (!found) without_field(shape, offset);
  from.Leave();
}

}  // namespace wirebed::hessian2_codec
