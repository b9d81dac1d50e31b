// Joins the functions of all shards of a tree. WIREBED_SHARDS is the number of shards.
#include <utility>

#include "codecs.h"
#include "plain_units.h"

namespace wirebed {

namespace {

using Shards = std::make_integer_sequence<int, WIREBED_SHARDS>;

template <class Given>
void append(std::vector<Given>& all, std::vector<Given> more) {
  all.insert(all.end(), more.begin(), more.end());
}

template <int... shards>
std::vector<PlainShape> shapes(std::integer_sequence<int, shards...>) {
  std::vector<PlainShape> all;
  (append(all, plain_shapes_of<shards>()), ...);
  return all;
}

template <class Codec, int... shards>
std::vector<PlainWire> wires(std::integer_sequence<int, shards...>) {
  std::vector<PlainWire> all;
  (append(all, plain_wires_of<Codec, shards>()), ...);
  return all;
}

}  // namespace

std::vector<PlainShape> plain_shapes() { return shapes(Shards{}); }

#define WIREBED_WIRES(C)                    \
  template <>                               \
  std::vector<PlainWire> plain_wires<C>() { \
    return wires<C>(Shards{});              \
  }
WIREBED_PLAIN_CODECS(WIREBED_WIRES)
#undef WIREBED_WIRES

}  // namespace wirebed
