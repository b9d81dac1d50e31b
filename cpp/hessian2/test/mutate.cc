// hessian2_mutate [seed] [milliseconds]: reads random mutations of the vectors and of the Stock, as a tree
// and typed, and writes and reads the accepted ones again. It is built with AddressSanitizer and UBSan, which
// end the run at a fault.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "hessian2/value.h"
#include "stock.h"
#include "vectors.h"

namespace {

using Bytes = std::vector<std::uint8_t>;
using Random = std::mt19937_64;

// Bytes that have a meaning at any position.
constexpr std::uint8_t kSignificant[] = {0x00, 0x1f, 0x20, 0x2f, 0x30, 0x34, 0x3f, 'A',  'B',  'C',
                                         'D',  'H',  'I',  'J',  'K',  'L',  'M',  'O',  'Q',  'R',
                                         'S',  'U',  'V',  'W',  'X',  'Y',  'Z',  0x5f, 0x60, 0x6f,
                                         0x70, 0x77, 0x78, 0x7f, 0x80, 0x90, 0xbf, 0xed, 0xff};

std::size_t Below(Random& random, std::size_t bound) { return bound == 0 ? 0 : random() % bound; }

void Mutate(Bytes& bytes, const std::vector<Bytes>& corpus, Random& random) {
  const std::size_t at = Below(random, bytes.size() + 1);
  const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
  switch (random() % 7) {
    case 0:
      if (at < bytes.size()) *place ^= static_cast<std::uint8_t>(1u << random() % 8);
      break;
    case 1:
      if (at < bytes.size()) *place = kSignificant[Below(random, sizeof kSignificant)];
      break;
    case 2:
      bytes.insert(place, kSignificant[Below(random, sizeof kSignificant)]);
      break;
    case 3:
      bytes.erase(place, place + static_cast<std::ptrdiff_t>(Below(random, bytes.size() - at + 1) % 9));
      break;
    case 4:
      bytes.resize(at);
      break;
    case 5: {  // a piece of another input
      const Bytes& other = corpus[Below(random, corpus.size())];
      const std::size_t from = Below(random, other.size());
      const std::size_t size = Below(random, std::min<std::size_t>(other.size() - from, 64) + 1);
      const auto begin = other.begin() + static_cast<std::ptrdiff_t>(from);
      bytes.insert(place, begin, begin + static_cast<std::ptrdiff_t>(size));
      break;
    }
    default:  // a claimed length
      if (at < bytes.size()) *place = 'I';
      for (std::size_t i = at + 1; i < std::min(bytes.size(), at + 5); ++i) {
        bytes[i] = static_cast<std::uint8_t>(random());
      }
  }
}

// Whether the bytes are accepted. An accepted value must survive writing and reading.
bool Try(const Bytes& bytes, hessian2::Writer& writer) {
  try {
    const hessian2::Document document = hessian2::ReadDocument(bytes, {.depth = 200});
    writer.Clear();
    hessian2::WriteValue(writer, document.root);
    const hessian2::Document again = hessian2::ReadDocument(writer.bytes());
    const Bytes once(writer.bytes().begin(), writer.bytes().end());
    writer.Clear();
    hessian2::WriteValue(writer, again.root);
    if (!std::ranges::equal(writer.bytes(), once)) {
      std::fprintf(stderr, "not stable: %s\n", vectors::ToHex(bytes).c_str());
      std::abort();
    }
    return true;
  } catch (const hessian2::Error& error) {
    if (error.offset() > bytes.size()) std::abort();
    return false;
  }
}

bool TryTyped(const Bytes& bytes, stock::StockReader& reader) {
  try {
    return reader.Read(bytes) != nullptr;
  } catch (const hessian2::Error&) {
    return false;
  }
}

}  // namespace

int main(int argc, char** argv) {
  Random random(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1);
  const std::chrono::milliseconds time(argc > 2 ? std::atoi(argv[2]) : 8000);

  hessian2::Writer writer;
  stock::Write(writer, stock::Article());
  const Bytes article(writer.bytes().begin(), writer.bytes().end());
  std::vector<Bytes> corpus = {Bytes(article.begin() + 3, article.end() - 1)};
  for (const vectors::Vector& vector : vectors::Load()) {
    if (!vector.cut()) corpus.push_back(vectors::FromHex(vector.hex));
  }

  stock::StockReader reader;
  std::size_t count = 0, accepted = 0, typed = 0;
  const auto start = std::chrono::steady_clock::now();
  while (count < 2000000 && (count % 256 != 0 || std::chrono::steady_clock::now() - start < time)) {
    const bool stock = count++ % 4 == 0;
    Bytes bytes = stock ? article : corpus[Below(random, corpus.size())];
    for (std::size_t i = random() % 4 + 1; i > 0; --i) Mutate(bytes, corpus, random);
    if (stock) {
      typed += TryTyped(bytes, reader);
    } else {
      accepted += Try(bytes, writer);
    }
  }
  std::printf("%zu mutations, %zu accepted as values, %zu as a Stock\n", count, accepted, typed);
  return accepted == 0 || typed == 0;
}
