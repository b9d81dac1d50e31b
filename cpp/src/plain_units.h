// What the translation units of a tree provide to the registry: functions on plain structs, with the types of
// the structs erased.
//
// tree/CMakeLists.txt distributes the files of a tree over shards. Each shard has one unit for the bridge and
// one for each plain codec. A full build is fastest with few shards, since each unit compiles all headers; a
// build after a change of one file is fastest with many. The shard of a file depends on its name only, so a
// change affects no other shard.
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

// The functions of one shard. Each is defined in its own unit.
template <int shard>
std::vector<PlainShape> plain_shapes_of();
template <class Codec, int shard>
std::vector<PlainWire> plain_wires_of();

// The functions of the whole tree (plain_shards.cc).
std::vector<PlainShape> plain_shapes();
template <class Codec>
std::vector<PlainWire> plain_wires();

template <class T>
T& object_of(const Object& object) {
  return *static_cast<T*>(object.get());
}

}  // namespace wirebed
