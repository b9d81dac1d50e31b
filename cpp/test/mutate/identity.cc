// mutate [seed] [milliseconds]: the codecs whose bytes express identity (cereal, Hessian 2, XStream's XML)
// read random mutations of a Stock, a Node and a MapKeys, write the accepted ones, and read them again. It is
// built with AddressSanitizer and UBSan, which end the run at a fault.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "codec/cereal.h"
#include "codec/hessian2.h"
#include "codec/xml_pugi.h"
#include "interop/seeds/stock.plain.h"
#include "interop/types/graph.plain.h"
#include "interop/types/maps.plain.h"
#include "typed.h"

namespace {

using Random = std::mt19937_64;
using plain::interop::MapKeys;
using plain::interop::Node;
using plain::interop::Price;
using plain::interop::Range;
using plain::interop::Stock;
using wirebed::Object;
using wirebed::to_view;
using wirebed::Typed;
using wirebed::unlink;

Stock a_stock() {
  Stock stock;
  stock.symbol = "ABCD";
  stock.fifty_two_week_range = std::make_shared<Range>();
  for (int year = 0; year < 5; ++year) {
    auto price = std::make_shared<Price>();
    price->volume = 100 * year;
    price->date = wirebed::Date(std::chrono::milliseconds(5'153'959'992 * year));
    price->range = year % 2 == 0 ? stock.fifty_two_week_range : std::make_shared<Range>();
    stock.five_year_prices.push_back(std::move(price));
  }
  return stock;
}

Node a_node() {
  Node root;
  root.next = std::make_shared<Node>();
  root.next->others = {root.next, nullptr, std::make_shared<Node>()};
  root.by_name = {{"a", root.next}, {"b", nullptr}};
  root.array = {root.next->others.back()};
  return root;
}

MapKeys some_keys() {
  MapKeys keys;
  keys.f_int32 = {{-1, "a"}, {7, "b"}};
  keys.f_bool = {{false, "no"}, {true, "yes"}};
  keys.f_string = {{"", "empty"}, {"k", ""}};
  return keys;
}

// Numbers that have a meaning as a size, a flag or a pointer.
constexpr std::uint8_t kSignificant[] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x7f, 0x80, 0xff,
                                         'C',  'N',  'Q',  'Z',  0x60, 0x61, 0x79, 0x90, 0x91};

void mutate(std::string& bytes, Random& random) {
  const std::size_t at = random() % (bytes.size() + 1);
  switch (random() % 6) {
    case 0:
      if (at < bytes.size()) bytes[at] ^= static_cast<char>(1u << random() % 8);
      break;
    case 1:
      if (at < bytes.size()) bytes[at] = static_cast<char>(kSignificant[random() % sizeof kSignificant]);
      break;
    case 2:
      bytes.insert(at, 1, static_cast<char>(kSignificant[random() % sizeof kSignificant]));
      break;
    case 3:
      bytes.erase(at, random() % 9);
      break;
    case 4:
      bytes.resize(at);
      break;
    default:  // a piece of the same input
      bytes.insert(at, bytes.substr(random() % (bytes.size() + 1), random() % 64));
  }
}

// Whether the bytes are accepted. An accepted value must come back with the same view.
template <class Codec, class T>
bool accepted(const std::string& bytes) {
  using Of = Typed<Codec, T>;
  std::shared_ptr<T> object;
  try {
    object = Of::decode(bytes);
  } catch (const std::exception&) {
    return false;
  }
  // The first writing may lose what its format does not hold; the second may not lose anything.
  const auto once = Of::decode(Of::encode(*object));
  const auto again = Of::decode(Of::encode(*once));
  if (to_view(*once) != to_view(*again)) {
    std::fputs("what was read is not what was written again\n", stderr);
    std::abort();
  }
  // Cycles would leak.
  std::vector<Object> parts;
  for (const auto& root : {object, once, again}) unlink(*root, parts);
  return true;
}

struct Kind {
  const char* name;
  std::string wire;
  bool (*accepted)(const std::string&);
  std::size_t count = 0;
};

template <class Codec, class T>
Kind kind(const char* name, T object) {
  Kind made{name, Typed<Codec, T>::encode(object), accepted<Codec, T>};
  std::vector<Object> parts;
  unlink(object, parts);
  return made;
}

template <class Codec>
void add(std::vector<Kind>& kinds) {
  kinds.push_back(kind<Codec>("Stock", a_stock()));
  kinds.push_back(kind<Codec>("Node", a_node()));
  kinds.push_back(kind<Codec>("MapKeys", some_keys()));
}

}  // namespace

int main(int argc, char** argv) {
  Random random(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1);
  const std::chrono::milliseconds time(argc > 2 ? std::atoi(argv[2]) : 4000);
  std::vector<Kind> kinds;
  add<wirebed::Cereal>(kinds);
  add<wirebed::Hessian2>(kinds);
  add<wirebed::XmlPugi>(kinds);
  std::size_t count = 0;
  const auto start = std::chrono::steady_clock::now();
  while (count < 2'000'000 && (count % 256 != 0 || std::chrono::steady_clock::now() - start < time)) {
    Kind& kind = kinds[count++ % kinds.size()];
    std::string bytes = kind.wire;
    for (std::size_t i = random() % 4 + 1; i > 0; --i) mutate(bytes, random);
    kind.count += kind.accepted(bytes);
  }
  std::printf("%zu mutations, accepted:", count);
  for (const Kind& kind : kinds) std::printf(" %zu %s", kind.count, kind.name);
  std::puts("");
  return std::any_of(kinds.begin(), kinds.end(), [](const Kind& kind) { return kind.count == 0; });
}
