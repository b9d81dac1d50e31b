// Joins the functions of all shards of a tree. WIREBED_SHARDS is the number of shards.
#include <utility>

#include "codecs.h"
#include "plain_units.h"

namespace wirebed {

namespace {

using Shards = std::make_integer_sequence<int, WIREBED_SHARDS>;

template <class Unit>
void append(std::vector<Unit>& all, std::vector<Unit> more) {
  all.insert(all.end(), more.begin(), more.end());
}

template <int... shards>
std::vector<PlainBridge> bridges(std::integer_sequence<int, shards...>) {
  std::vector<PlainBridge> all;
  (append(all, plain_bridges_of<shards>()), ...);
  return all;
}

template <class Codec, int... shards>
std::vector<PlainCodec> codecs(std::integer_sequence<int, shards...>) {
  std::vector<PlainCodec> all;
  (append(all, plain_codecs_of<Codec, shards>()), ...);
  return all;
}

}  // namespace

std::vector<PlainBridge> plain_bridges() { return bridges(Shards{}); }

#define WIREBED_CODECS_OF_TREE(C)             \
  template <>                                 \
  std::vector<PlainCodec> plain_codecs<C>() { \
    return codecs<C>(Shards{});               \
  }
WIREBED_PLAIN_CODECS(WIREBED_CODECS_OF_TREE)
#undef WIREBED_CODECS_OF_TREE

}  // namespace wirebed
