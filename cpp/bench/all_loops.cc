// Joins the loops of all units of a tree. WIREBED_UNITS is their number.
#include <utility>

#include "bench/loops.h"
#include "codecs.h"

namespace wirebed::bench {

namespace {

using Units = std::make_integer_sequence<int, WIREBED_UNITS>;

template <class Entry>
void append(std::vector<Entry>& all, std::vector<Entry> more) {
  all.insert(all.end(), more.begin(), more.end());
}

template <class Codec, int... units>
std::vector<Loops> loops_in(std::integer_sequence<int, units...>) {
  std::vector<Loops> all;
  (append(all, loops_of<Codec, units>()), ...);
  return all;
}

template <int... units>
std::vector<CopyLoop> copies_in(std::integer_sequence<int, units...>) {
  std::vector<CopyLoop> all;
  (append(all, copies_of<units>()), ...);
  return all;
}

}  // namespace

std::vector<CopyLoop> copies() { return copies_in(Units{}); }

#define WIREBED_LOOPS(C)          \
  template <>                     \
  std::vector<Loops> loops<C>() { \
    return loops_in<C>(Units{});  \
  }
WIREBED_MESSAGE_CODECS(WIREBED_LOOPS)
WIREBED_PLAIN_CODECS(WIREBED_LOOPS)

}  // namespace wirebed::bench
