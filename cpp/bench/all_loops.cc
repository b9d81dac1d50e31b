// Joins the loops of all shards of a tree. WIREBED_SHARDS is the number of shards.
#include <utility>

#include "bench/loops.h"
#include "codecs.h"

namespace wirebed::bench {

namespace {

using Shards = std::make_integer_sequence<int, WIREBED_SHARDS>;

template <class Entry>
void append(std::vector<Entry>& all, std::vector<Entry> more) {
  all.insert(all.end(), more.begin(), more.end());
}

template <class Codec, int... shards>
std::vector<Loops> loops_in(std::integer_sequence<int, shards...>) {
  std::vector<Loops> all;
  (append(all, loops_of<Codec, shards>()), ...);
  return all;
}

template <int... shards>
std::vector<CopyLoop> copies_in(std::integer_sequence<int, shards...>) {
  std::vector<CopyLoop> all;
  (append(all, copies_of<shards>()), ...);
  return all;
}

}  // namespace

std::vector<CopyLoop> copies() { return copies_in(Shards{}); }

#define WIREBED_LOOPS(C)          \
  template <>                     \
  std::vector<Loops> loops<C>() { \
    return loops_in<C>(Shards{}); \
  }
WIREBED_MESSAGE_CODECS(WIREBED_LOOPS)
WIREBED_PLAIN_CODECS(WIREBED_LOOPS)

}  // namespace wirebed::bench
