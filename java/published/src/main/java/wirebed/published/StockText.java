package wirebed.published;

import com.polarsparc.data.interchange.Price;
import com.polarsparc.data.interchange.Range;
import com.polarsparc.data.interchange.Stock;

/** The text that the classes of S2's article have in {@code toString}. */
final class StockText {
  private StockText() {}

  static String of(Stock stock) {
    StringBuilder text = new StringBuilder();
    text.append(stock.getSymbol()).append(", ").append(stock.getTargetPrice()).append(", ");
    text.append(of(stock.getTodaysPrice())).append('\n');
    text.append(of(stock.getFiftyTwoWeekRange())).append('\n');
    for (Price price : stock.getFiveYearPrices()) {
      text.append('<').append(of(price)).append(">\n");
    }
    return text.toString();
  }

  private static String of(Price price) {
    return price.getOpen()
        + ", "
        + price.getClose()
        + ", "
        + price.getBid()
        + ", "
        + price.getAsk()
        + ", "
        + price.getVolume()
        + ", "
        + price.getDate()
        + ", "
        + of(price.getRange());
  }

  private static String of(Range range) {
    return range.getLow() + ", " + range.getHigh();
  }
}
