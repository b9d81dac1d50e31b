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
struct PlainBridge {
  std::string_view message;
  Object (*build)(std::string_view view);
  std::string (*view)(const Object& object);
  void (*edit)(const Object& object, std::string_view set, const std::vector<std::uint32_t>& clear);
  void (*release)(const Object& object);
};

// One codec of one struct.
struct PlainCodec {
  std::string_view message;
  std::string (*write)(const Object& object, const Options& options);
  Object (*read)(std::string_view wire, const Options& options);
};

// The functions of one shard. Each is defined in its own unit.
template <int shard>
std::vector<PlainBridge> plain_bridges_of();
template <class Codec, int shard>
std::vector<PlainCodec> plain_codecs_of();

// The functions of the whole tree (plain_shards.cc).
std::vector<PlainBridge> plain_bridges();
template <class Codec>
std::vector<PlainCodec> plain_codecs();

template <class T>
T& object_of(const Object& object) {
  return *static_cast<T*>(object.get());
}

}  // namespace wirebed
