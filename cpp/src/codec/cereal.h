// cereal, as its users write it: a function for each struct that archives its members in order of
// declaration, here over the table of its fields. PortableBinary and not Binary: its first byte gives the
// order of the others, so that the bytes mean the same on every machine.
//
// cereal does all of the writing, but only reads the numbers. Its own functions for strings, vectors and
// pointers allocate any size that the bytes claim, and cast a pointer to any class that the reader expects.
#pragma once

#include <sstream>
#include <string>
#include <string_view>

#include "codec.h"
#include "codec/cereal_state.h"
#include "meta.h"

namespace wirebed {

struct Cereal {
  static About about();

  // An archive serves for one value only: it numbers the objects that it has seen.
  struct Reused {
    std::ostringstream out;
    CerealReading::Source in;
  };
  static constexpr Kept kept{.encoding = "the stream", .decoding = "the stream"};

  static std::string encode(const meta::Class& type, const void* object, const Options& options);
  static std::string_view encode(const meta::Class& type, const void* object, const Options& options,
                                 Reused& reused);
  static Object decode(const meta::Class& type, std::string_view wire, const Options& options);
  static void decode(const meta::Class& type, std::string_view wire, const Options& options, Object& root);
  static Object decode(const meta::Class& type, std::string_view wire, const Options& options,
                       Reused& reused);
};

}  // namespace wirebed
