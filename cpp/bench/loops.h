// The operations that a tree provides to the benchmarks: each as a loop, with the types of its operands
// erased.
//
// A loop is compiled for each codec and struct, and contains only the codec's own call. So a round costs as
// much as in a loop written by hand. The result of a round is destroyed in that round: a service pays for
// that, too. A loop returns the result of its last round, so that what is checked is the code that is timed.
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

// The loops of one codec for one message. A null means that there is no such loop: a plain codec does not
// populate, and some libraries reuse nothing.
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
  // The objects that the reusing loops keep, in words.
  Kept kept = {};
  Kept kept_converting = {};
};

struct CopyLoop {
  std::string_view message;
  Copies copy;
};

// Makes the compiler build the value in memory, as benchmark::DoNotOptimize does for large types. For a
// struct that fits into a register, that function keeps a copy, and g++ 12 then omits the struct itself.
template <class T>
inline void keep(T& value) {
  asm volatile("" : "+m"(value) : : "memory");
}

// The loops of one unit (CMakeLists.txt), and of all units.
template <class Codec, int unit>
std::vector<Loops> loops_of();
template <class Codec>
std::vector<Loops> loops();
template <int unit>
std::vector<CopyLoop> copies_of();
std::vector<CopyLoop> copies();

}  // namespace wirebed::bench
