// hessian2_bench [milliseconds]: nanoseconds for writing and for reading the article's Stock (567 bytes),
// typed (by hand over Writer and Reader) and as a tree of values. Each figure is the best of many short
// rounds, since other work of the machine can only add to it.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "hessian2/value.h"
#include "stock.h"

namespace {

using Clock = std::chrono::steady_clock;

template <class Work>
double Nanoseconds(std::chrono::milliseconds time, Work work) {
  constexpr int kRound = 500;
  double best = 1e18;
  const Clock::time_point end = Clock::now() + time;
  for (Clock::time_point start = Clock::now(); start < end;) {
    for (int i = 0; i < kRound; ++i) work();
    const Clock::time_point now = Clock::now();
    best = std::min(best, std::chrono::duration<double, std::nano>(now - start).count() / kRound);
    start = now;
  }
  return best;
}

// Prevents the compiler from removing results that nothing uses.
std::size_t sink = 0;

}  // namespace

int main(int argc, char** argv) {
  const std::chrono::milliseconds time(argc > 1 ? std::atoi(argv[1]) : 1000);
  const stock::Stock article = stock::Article();

  hessian2::Writer writer;
  stock::Write(writer, article);
  const std::vector<std::uint8_t> bytes(writer.bytes().begin(), writer.bytes().end());
  const std::span<const std::uint8_t> bare(bytes.data() + 3, bytes.size() - 4);

  const double write = Nanoseconds(time, [&] {
    writer.Clear();
    stock::Write(writer, article);
    sink += writer.bytes().size();
  });
  stock::StockReader reader;
  const double read = Nanoseconds(time, [&] { sink += reader.Read(bytes)->symbol.size(); });

  const hessian2::Document document = hessian2::ReadDocument(bare);
  const double write_tree = Nanoseconds(time, [&] {
    writer.Clear();
    hessian2::WriteValue(writer, document.root);
    sink += writer.bytes().size();
  });
  const double read_tree = Nanoseconds(time, [&] { sink += hessian2::ReadDocument(bare).root.index(); });

  std::printf("Stock, %zu bytes     write      read\n", bytes.size());
  std::printf("typed          %8.0f ns %8.0f ns\n", write, read);
  std::printf("tree of values %8.0f ns %8.0f ns\n", write_tree, read_tree);
  return sink == 0;
}
