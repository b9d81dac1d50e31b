// cereal-mutate [seed] [milliseconds]: reads random mutations of a Stock, a Node and a MapKeys, writes what
// was accepted, and reads it again. Built with AddressSanitizer and UBSan, which end the run at a fault.
#include "codec/cereal.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "interop/seeds/stock.plain.h"
#include "interop/types/graph.plain.h"
#include "interop/types/maps.plain.h"

namespace {

using Random = std::mt19937_64;
using plain::interop::MapKeys;
using plain::interop::Node;
using plain::interop::Price;
using plain::interop::Range;
using plain::interop::Stock;
using wirebed::Cereal;
using wirebed::Object;
using wirebed::PlainView;

std::string written_stock() {
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
  return Cereal::Of<Stock>::encode(stock, {});
}

std::string written_node() {
  Node root;
  root.next = std::make_shared<Node>();
  root.next->others = {root.next, nullptr, std::make_shared<Node>()};
  root.by_name = {{"a", root.next}, {"b", nullptr}};
  root.array = {root.next->others.back()};
  std::string wire = Cereal::Of<Node>::encode(root, {});
  std::vector<Object> parts;
  PlainView<Node>::unlink(root, parts);
  return wire;
}

std::string written_map_keys() {
  MapKeys keys;
  keys.f_int32 = {{-1, "a"}, {7, "b"}};
  keys.f_bool = {{false, "no"}, {true, "yes"}};
  keys.f_string = {{"", "empty"}, {"k", ""}};
  return Cereal::Of<MapKeys>::encode(keys, {});
}

// Numbers that mean something where a size, a flag or a pointer stands.
constexpr std::uint8_t kTelling[] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x7f, 0x80, 0xff};

void mutate(std::string& bytes, Random& random) {
  const std::size_t at = random() % (bytes.size() + 1);
  switch (random() % 6) {
    case 0:
      if (at < bytes.size()) bytes[at] ^= static_cast<char>(1u << random() % 8);
      break;
    case 1:
      if (at < bytes.size()) bytes[at] = static_cast<char>(kTelling[random() % sizeof kTelling]);
      break;
    case 2:
      bytes.insert(at, 1, static_cast<char>(kTelling[random() % sizeof kTelling]));
      break;
    case 3:
      bytes.erase(at, random() % 9);
      break;
    case 4:
      bytes.resize(at);
      break;
    default:  // a piece of itself
      bytes.insert(at, bytes.substr(random() % (bytes.size() + 1), random() % 64));
  }
}

// Whether the bytes were accepted; what was accepted must come back as itself.
template <class T>
bool accepted(const std::string& bytes) {
  std::shared_ptr<T> object;
  try {
    object = Cereal::Of<T>::decode(bytes, {});
  } catch (const std::exception&) {
    return false;
  }
  const std::string once = Cereal::Of<T>::encode(*object, {});
  const auto again = Cereal::Of<T>::decode(once, {});
  if (Cereal::Of<T>::encode(*again, {}) != once) {
    std::fputs("what was read is not what was written again\n", stderr);
    std::abort();
  }
  // Cycles would be leaks.
  std::vector<Object> parts;
  PlainView<T>::unlink(*object, parts);
  PlainView<T>::unlink(*again, parts);
  return true;
}

struct Kind {
  std::string wire;
  bool (*accepted)(const std::string&);
  std::size_t count = 0;
};

}  // namespace

int main(int argc, char** argv) {
  Random random(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1);
  const std::chrono::milliseconds time(argc > 2 ? std::atoi(argv[2]) : 4000);
  Kind kinds[] = {{written_stock(), accepted<Stock>},
                  {written_node(), accepted<Node>},
                  {written_map_keys(), accepted<MapKeys>}};
  std::size_t count = 0;
  const auto start = std::chrono::steady_clock::now();
  while (count < 2'000'000 && (count % 256 != 0 || std::chrono::steady_clock::now() - start < time)) {
    Kind& kind = kinds[count++ % std::size(kinds)];
    std::string bytes = kind.wire;
    for (std::size_t i = random() % 4 + 1; i > 0; --i) mutate(bytes, random);
    kind.count += kind.accepted(bytes);
  }
  std::printf("%zu mutations, accepted %zu as a Stock, %zu as a Node, %zu as MapKeys\n", count,
              kinds[0].count, kinds[1].count, kinds[2].count);
  return kinds[0].count == 0 || kinds[1].count == 0 || kinds[2].count == 0;
}
