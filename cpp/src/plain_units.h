// What the translation units of a tree give to the registry: functions on plain structs, their types erased.
//
// The files of a tree are dealt out to shards (tree/CMakeLists.txt): one unit a shard for the bridge, and one
// for each plain codec. Few shards are the fastest from nothing, since each pays for all headers; many are
// when one file changes. What deals goes by a file's name alone, so that no shard changes but the one of the
// changed file.
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

// Of one shard; each is defined in a unit of its own.
template <int shard>
std::vector<PlainShape> plain_shapes_of();
template <class Codec, int shard>
std::vector<PlainWire> plain_wires_of();

// Of the whole tree (plain_shards.cc).
std::vector<PlainShape> plain_shapes();
template <class Codec>
std::vector<PlainWire> plain_wires();

template <class T>
T& object_of(const Object& object) {
  return *static_cast<T*>(object.get());
}

}  // namespace wirebed
