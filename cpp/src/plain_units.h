// What the translation units of a tree give to the registry: functions on plain structs, their types erased.
//
// The structs of a tree are in two halves (plain.h): two units for the bridge, two for each plain codec, as
// many at a time as cores. One unit per message costs far more in headers than it gains.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codec.h"
#include "endpoint.h"

namespace wirebed {

// The bridge of one struct.
struct PlainShape {
  std::string_view message;
  Object (*build)(std::string_view view);
  std::string (*view)(const Object& object);
  void (*edit)(const Object& object, std::string_view set, const std::vector<std::uint32_t>& clear);
  void (*release)(const Object& object);
};

// One codec of one struct.
struct PlainWire {
  std::string_view message;
  std::string (*write)(const Object& object, const Options& options);
  Object (*read)(std::string_view wire, const Options& options);
};

template <int half>
std::vector<PlainShape> plain_shapes();
template <class Codec, int half>
std::vector<PlainWire> plain_wires();

template <class T>
T& object_of(const Object& object) {
  return *static_cast<T*>(object.get());
}

}  // namespace wirebed

// For a unit that is compiled for one half.
#ifdef WIREBED_HALF
#if WIREBED_HALF == 0
#define WIREBED_OURS WIREBED_CLASSES_0
#define WIREBED_THEIRS WIREBED_CLASSES_1
#else
#define WIREBED_OURS WIREBED_CLASSES_1
#define WIREBED_THEIRS WIREBED_CLASSES_0
#endif
#endif
