// The article's Stock: its 567 bytes are written, and read back.
#include "stock.h"

#include <gtest/gtest.h>

#include "hessian2/error.h"

namespace {

std::vector<std::uint8_t> Bytes(const stock::Stock& stock) {
  hessian2::Writer writer;
  stock::Write(writer, stock);
  return {writer.bytes().begin(), writer.bytes().end()};
}

TEST(Stock, HasTheArticlesSize) { EXPECT_EQ(Bytes(stock::Article()).size(), 567u); }

TEST(Stock, ReadsBack) {
  const auto bytes = Bytes(stock::Article());
  stock::StockReader reader;
  for (int round = 0; round < 2; ++round) {
    const auto stock = reader.Read(bytes);
    EXPECT_EQ(stock->symbol, "ABCD");
    EXPECT_EQ(stock->five_year_prices.at(4)->date, 152898243556);
    EXPECT_EQ(stock->five_year_prices.at(4)->range->high, 16.5f);
    EXPECT_EQ(Bytes(*stock), bytes);
  }
}

TEST(Stock, KeepsIdentity) {
  stock::Stock shared = stock::Article();
  shared.todays_price = shared.five_year_prices[0];
  shared.five_year_prices[1]->range = shared.fifty_two_week_range;
  const auto stock = stock::StockReader().Read(Bytes(shared));
  EXPECT_EQ(stock->todays_price, stock->five_year_prices[0]);
  EXPECT_EQ(stock->fifty_two_week_range, stock->five_year_prices[1]->range);
}

TEST(Stock, EveryTruncationIsRefused) {
  const auto bytes = Bytes(stock::Article());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THROW(stock::StockReader().Read(std::span(bytes).first(size)), hessian2::Error) << size;
  }
}

}  // namespace
