// The calls of a codec that make a string or an object, by its calls that take one of the caller's.
#pragma once

#include <string>
#include <string_view>

#include "codec.h"
#include "meta.h"

namespace wirebed {

template <class Codec>
struct EncodesInto {
  using Reused = std::string;

  static std::string encode(const meta::Class& type, const void* object, const Options& options) {
    Reused wire;
    Codec::encode(type, object, options, wire);
    return wire;
  }
};

template <class Codec>
struct DecodesInto {
  static Object decode(const meta::Class& type, std::string_view wire, const Options& options) {
    Object object = type.make();
    Codec::decode(type, wire, options, object.get());
    return object;
  }
};

}  // namespace wirebed
