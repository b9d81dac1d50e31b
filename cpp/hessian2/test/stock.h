// The Stock of an article of 2010, written and read by hand. It shows how a program with its own types uses
// the library, and hessian2_bench measures it. The order of its fields is the one that Caucho writes for the
// article's Java classes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hessian2/reader.h"
#include "hessian2/writer.h"

namespace stock {

struct Range {
  float low = 0, high = 0;
};

struct Price {
  float open = 0, close = 0, bid = 0, ask = 0;
  std::int64_t volume = 0;
  std::int64_t date = 0;  // milliseconds since 1970
  std::shared_ptr<Range> range;
};

struct Stock {
  std::string symbol;
  float target_price = 0;
  std::shared_ptr<Price> todays_price;
  std::shared_ptr<Range> fifty_two_week_range;
  std::vector<std::shared_ptr<Price>> five_year_prices;
};

// The article's values, at the instants of its printed Hessian dump.
Stock Article();

// With the message envelope, as the article wrote it: 567 bytes.
void Write(hessian2::Writer& writer, const Stock& stock);

// Reads what Write wrote, refs included; throws hessian2::Error for everything else.
class StockReader {
 public:
  std::shared_ptr<Stock> Read(std::span<const std::uint8_t> input);

 private:
  template <class T>
  std::shared_ptr<T> Object(const hessian2::Shape& shape);
  void Fields(Range& range);
  void Fields(Price& price);
  void Fields(Stock& stock);
  float Float() { return static_cast<float>(reader_.ReadDouble()); }

  hessian2::Reader reader_;
  // The object of a ref number if it is a Range or a Price, and which of the two it is.
  struct Known {
    const hessian2::Shape* shape;
    std::shared_ptr<void> object;
  };
  std::vector<Known> known_;
};

}  // namespace stock
