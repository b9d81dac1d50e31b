// See stock.h.
#include "stock.h"

#include <algorithm>

namespace stock {

using hessian2::Shape;

namespace {

const Shape kStock("com.polarsparc.data.interchange.Stock",
                   {"symbol", "targetPrice", "todaysPrice", "fiftyTwoWeekRange", "fiveYearPrices"});
const Shape kPrice("com.polarsparc.data.interchange.Price",
                   {"open", "close", "bid", "ask", "volume", "date", "range"});
const Shape kRange("com.polarsparc.data.interchange.Range", {"low", "high"});
constexpr std::string_view kPrices = "[com.polarsparc.data.interchange.Price";

std::shared_ptr<Range> NewRange(float low, float high) { return std::make_shared<Range>(Range{low, high}); }

std::shared_ptr<Price> NewPrice(float open, float close, float bid, float ask, std::int64_t volume,
                                std::int64_t date, float low, float high) {
  return std::make_shared<Price>(Price{open, close, bid, ask, volume, date, NewRange(low, high)});
}

void WriteRange(hessian2::Writer& writer, const std::shared_ptr<Range>& range) {
  if (!range) return writer.Null();
  if (writer.Ref(range.get())) return;
  writer.Object(kRange);
  writer.Double(range->low);
  writer.Double(range->high);
}

void WritePrice(hessian2::Writer& writer, const std::shared_ptr<Price>& price) {
  if (!price) return writer.Null();
  if (writer.Ref(price.get())) return;
  writer.Object(kPrice);
  writer.Double(price->open);
  writer.Double(price->close);
  writer.Double(price->bid);
  writer.Double(price->ask);
  writer.Long(price->volume);
  writer.Date(price->date);
  WriteRange(writer, price->range);
}

}  // namespace

Stock Article() {
  return {"ABCD",
          25,
          NewPrice(17.25f, 17.20f, 17.27f, 17.25f, 1000, 160501443554, 17.05f, 17.50f),
          NewRange(10.25f, 19.25f),
          {NewPrice(10.25f, 11.50f, 10.50f, 10.50f, 100, 5154243556, 10.25f, 11.50f),
           NewPrice(11.25f, 12.50f, 11.50f, 11.50f, 200, 42043443556, 11.25f, 12.50f),
           NewPrice(12.25f, 13.50f, 12.50f, 12.50f, 300, 79022643556, 12.25f, 13.50f),
           NewPrice(14.25f, 15.50f, 14.50f, 14.50f, 400, 116001843556, 14.25f, 15.50f),
           NewPrice(15.25f, 16.50f, 15.50f, 15.50f, 700, 152898243556, 15.25f, 16.50f)}};
}

void Write(hessian2::Writer& writer, const Stock& stock) {
  writer.StartMessage();
  writer.Object(kStock);
  writer.String(stock.symbol);
  writer.Double(stock.target_price);
  WritePrice(writer, stock.todays_price);
  WriteRange(writer, stock.fifty_two_week_range);
  writer.List(stock.five_year_prices.size(), kPrices);
  for (const auto& price : stock.five_year_prices) WritePrice(writer, price);
  writer.CompleteMessage();
}

std::shared_ptr<Stock> StockReader::Read(std::span<const std::uint8_t> input) {
  reader_.Start(input);
  known_.clear();
  reader_.ReadMessageStart();
  std::shared_ptr<Stock> stock = Object<Stock>(kStock);
  reader_.ReadMessageEnd();
  reader_.Finish();
  return stock;
}

template <class T>
std::shared_ptr<T> StockReader::Object(const Shape& shape) {
  using Kind = hessian2::Reader::Kind;
  reader_.Expect(shape);
  const Kind kind = reader_.Peek();
  if (kind == Kind::kNull) return reader_.ReadNull(), nullptr;
  const std::size_t offset = reader_.offset();
  if (kind == Kind::kRef) {
    const Known& known = known_[reader_.ReadRef()];
    if (known.shape != &shape) reader_.Mismatch(offset, "a ref to something else");
    return std::static_pointer_cast<T>(known.object);
  }
  if (reader_.class_at(reader_.ReadObject()).shape != &shape) reader_.Mismatch(offset, "another class");
  auto object = std::make_shared<T>();
  known_.push_back({&shape, object});
  Fields(*object);
  reader_.Leave();
  return object;
}

void StockReader::Fields(Range& range) {
  range.low = Float();
  range.high = Float();
}

void StockReader::Fields(Price& price) {
  price.open = Float();
  price.close = Float();
  price.bid = Float();
  price.ask = Float();
  price.volume = reader_.ReadLong();
  price.date = reader_.ReadDate();
  price.range = Object<Range>(kRange);
}

void StockReader::Fields(Stock& stock) {
  reader_.ReadString(stock.symbol);
  stock.target_price = Float();
  stock.todays_price = Object<Price>(kPrice);
  stock.fifty_two_week_range = Object<Range>(kRange);
  const hessian2::Reader::ListHead head = reader_.ReadList();
  known_.push_back({nullptr, nullptr});
  stock.five_year_prices.reserve(
      head.count > 0 ? std::min<std::size_t>(static_cast<std::size_t>(head.count), 8) : 0);
  for (std::int32_t i = 0; head.count < 0 ? !reader_.AtEnd() : i < head.count; ++i) {
    stock.five_year_prices.push_back(Object<Price>(kPrice));
  }
  reader_.Leave();
}

}  // namespace stock
