// What a tree gives to the benchmarks: each operation as a loop, the types of what it works on erased.
//
// A loop is compiled for each codec and struct and has nothing in it but the codec's own call, so that a
// round costs what it costs in a loop written by hand. What a round makes is destroyed in that round: a
// service pays for it, too. A loop hands out what its last round made; so the probe sees the very code that
// is timed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codec.h"
#include "endpoint.h"

namespace wirebed::bench {

using Times = std::int64_t;  // at least 1
using Writes = std::string (*)(const Object& object, const Options& options, Times times);
using Reads = Object (*)(std::string_view wire, const Options& options, Times times);
using Copies = Object (*)(const Object& object, Times times);

// Of one codec for one message. Null is what there is not: a plain codec populates nothing, and where a
// library keeps nothing, nothing is reused.
struct Loops {
  std::string_view message;
  Writes encode = nullptr;
  Writes encode_reused = nullptr;
  Writes populate = nullptr;  // from a plain struct
  Writes populate_reused = nullptr;
  Reads decode = nullptr;
  Reads decode_reused = nullptr;
  Reads convert = nullptr;  // to a plain struct
  Reads convert_reused = nullptr;
  // What the reused ones keep.
  Keeps keeps = {};
  Keeps keeps_converting = {};
};

struct CopyLoop {
  std::string_view message;
  Copies copy;
};

// The compiler must make the value, in its place. As benchmark::DoNotOptimize does for large types; of a
// struct that fits into a register that one keeps a copy, and g++ 12 then leaves the struct itself unmade.
template <class T>
inline void keep(T& value) {
  asm volatile("" : "+m"(value) : : "memory");
}

// Of one shard (src/plain_units.h) and of all.
template <class Codec, int shard>
std::vector<Loops> loops_of();
template <class Codec>
std::vector<Loops> loops();
template <int shard>
std::vector<CopyLoop> copies_of();
std::vector<CopyLoop> copies();

}  // namespace wirebed::bench
