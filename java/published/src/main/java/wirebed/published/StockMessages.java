package wirebed.published;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Timestamp;
import com.polarsparc.data.interchange.Price;
import com.polarsparc.data.interchange.Range;
import com.polarsparc.data.interchange.Stock;
import java.io.IOException;

/** Protobuf beside S2's systems: the message is there before the clock starts. */
final class StockMessages extends Serializer {
  private final wirebed.interop.Stock message;

  StockMessages(Stock stock) {
    super(MessageLite.class);
    wirebed.interop.Stock.Builder builder =
        wirebed.interop.Stock.newBuilder()
            .setSymbol(stock.getSymbol())
            .setTargetPrice(stock.getTargetPrice())
            .setTodaysPrice(price(stock.getTodaysPrice()))
            .setFiftyTwoWeekRange(range(stock.getFiftyTwoWeekRange()));
    for (Price price : stock.getFiveYearPrices()) {
      builder.addFiveYearPrices(price(price));
    }
    message = builder.build();
  }

  private static wirebed.interop.Price price(Price price) {
    long time = price.getDate().getTime();
    int nanos = (int) Math.floorMod(time, 1000L) * 1_000_000;
    return wirebed.interop.Price.newBuilder()
        .setOpen(price.getOpen())
        .setClose(price.getClose())
        .setBid(price.getBid())
        .setAsk(price.getAsk())
        .setVolume(price.getVolume())
        .setDate(Timestamp.newBuilder().setSeconds(Math.floorDiv(time, 1000L)).setNanos(nanos))
        .setRange(range(price.getRange()))
        .build();
  }

  private static wirebed.interop.Range range(Range range) {
    return wirebed.interop.Range.newBuilder()
        .setLow(range.getLow())
        .setHigh(range.getHigh())
        .build();
  }

  @Override
  void write() {
    bytes = message.toByteArray();
  }

  @Override
  void read() throws IOException {
    found = wirebed.interop.Stock.parseFrom(bytes);
  }
}
