package wirebed.published;

import com.polarsparc.data.interchange.Price;
import com.polarsparc.data.interchange.Range;
import com.polarsparc.data.interchange.Stock;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Date;

/** The value of S2. Its time of day was the moment of the run, in the time zone of the machine. */
final class StockValue {
  private final LocalTime time;

  private StockValue(String time) {
    this.time = LocalTime.parse(time);
  }

  /** The times of day of today's price and of the five others. */
  static Stock at(String today, String others) {
    Stock stock = new Stock();
    stock.setSymbol("ABCD");
    stock.setTargetPrice(25.00f);
    stock.setTodaysPrice(
        new StockValue(today)
            .price(17.25f, 17.20f, 17.27f, 17.25f, 1000, "1975-02-01", 17.05f, 17.50f));
    stock.setFiftyTwoWeekRange(range(10.25f, 19.25f));
    StockValue other = new StockValue(others);
    stock.setFiveYearPrices(
        new Price[] {
          other.price(10.25f, 11.50f, 10.50f, 10.50f, 100, "1970-03-01", 10.25f, 11.50f),
          other.price(11.25f, 12.50f, 11.50f, 11.50f, 200, "1971-05-02", 11.25f, 12.50f),
          other.price(12.25f, 13.50f, 12.50f, 12.50f, 300, "1972-07-03", 12.25f, 13.50f),
          other.price(14.25f, 15.50f, 14.50f, 14.50f, 400, "1973-09-04", 14.25f, 15.50f),
          other.price(15.25f, 16.50f, 15.50f, 15.50f, 700, "1974-11-05", 15.25f, 16.50f)
        });
    return stock;
  }

  private Price price(
      float open,
      float close,
      float bid,
      float ask,
      long volume,
      String day,
      float low,
      float high) {
    Price price = new Price();
    price.setOpen(open);
    price.setClose(close);
    price.setBid(bid);
    price.setAsk(ask);
    price.setVolume(volume);
    price.setDate(
        Date.from(LocalDate.parse(day).atTime(time).atZone(ZoneId.systemDefault()).toInstant()));
    price.setRange(range(low, high));
    return price;
  }

  private static Range range(float low, float high) {
    Range range = new Range();
    range.setLow(low);
    range.setHigh(high);
    return range;
  }
}
