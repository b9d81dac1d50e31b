// The state of reading structs from cereal's bytes.
#pragma once

#include <cereal/archives/portable_binary.hpp>
#include <istream>
#include <streambuf>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "meta.h"

namespace wirebed {

// Every claimed size is checked against the bytes that are left.
class CerealReading {
 public:
  // A stream over bytes, which can be set to other bytes.
  class Source {
   public:
    Source() : stream_(&bytes_) {}

   private:
    friend CerealReading;
    struct Bytes : std::streambuf {
      std::size_t left() const { return static_cast<std::size_t>(egptr() - gptr()); }
      void start(std::string_view wire);
    };
    Bytes bytes_;
    std::istream stream_;
  };

  CerealReading(Source& source, std::string_view wire);

  template <class Number>
  void number(Number& value) {
    archive_(value);
  }
  bool flag();
  // Reads the number of elements, each of which has at least `bytes` bytes.
  std::size_t count(std::size_t bytes);
  void text(std::string& value);
  template <class Number>
  void numbers(std::vector<Number>& values) {
    values.resize(count(sizeof(Number)));
    archive_(cereal::binary_data(values.data(), values.size() * sizeof(Number)));
  }
  void decimal(Decimal& value);

  // The number of a pointer: of null, of an object that was read before, or of the object that follows.
  struct Pointer {
    std::uint32_t id;
    bool follows;
  };
  Pointer pointer();
  // cereal itself does not check the class of an object.
  void remember(Pointer pointer, const meta::Class& type, const Object& object);
  const Object& known(Pointer pointer, const meta::Class& type) const;

  void begin();
  void end() { --depth_; }
  void at_end() const;

 private:
  struct Known {
    const meta::Class* type;
    Object object;
  };
  const Known* find(std::uint32_t id) const;

  Source::Bytes& bytes_;
  cereal::PortableBinaryInputArchive archive_;
  std::vector<Known> known_;  // the objects 1, 2, 3 and so on, as cereal numbers them
  std::unordered_map<std::uint32_t, Known> out_of_order_;  // those with other numbers
  int depth_ = 0;
};

}  // namespace wirebed
