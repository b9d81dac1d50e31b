package ruler;

import com.caucho.hessian.io.Hessian2Input;
import com.caucho.hessian.io.Hessian2Output;
import com.caucho.hessian.io.SerializerFactory;
import com.polarsparc.data.interchange.Price;
import com.polarsparc.data.interchange.Range;
import com.polarsparc.data.interchange.Stock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Date;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The Stock of the article from Hessian 2, with Caucho's library and in its envelope. */
@State(Scope.Thread)
public class HessianDecode {
  @Param("ruler-3")
  public String name;

  SerializerFactory factory = new SerializerFactory();
  byte[] wire = wire();

  @Benchmark
  public Object run() throws IOException {
    Hessian2Input in = new Hessian2Input(new ByteArrayInputStream(wire));
    in.setSerializerFactory(factory);
    in.startMessage();
    Object stock = in.readObject();
    in.completeMessage();
    if (in.read() >= 0) {
      throw new IOException("more bytes");
    }
    return stock;
  }

  static byte[] wire() {
    Stock stock = new Stock();
    stock.setSymbol("ABCD");
    stock.setTargetPrice(25);
    stock.setTodaysPrice(price(17.25f, 17.2f, 17.27f, 17.25f, 1000, 160501443554L, 17.05f, 17.5f));
    stock.setFiftyTwoWeekRange(range(10.25f, 19.25f));
    stock.setFiveYearPrices(
        new Price[] {
          price(10.25f, 11.5f, 10.5f, 10.5f, 100, 5154243556L, 10.25f, 11.5f),
          price(11.25f, 12.5f, 11.5f, 11.5f, 200, 42043443556L, 11.25f, 12.5f),
          price(12.25f, 13.5f, 12.5f, 12.5f, 300, 79022643556L, 12.25f, 13.5f),
          price(14.25f, 15.5f, 14.5f, 14.5f, 400, 116001843556L, 14.25f, 15.5f),
          price(15.25f, 16.5f, 15.5f, 15.5f, 700, 152898243556L, 15.25f, 16.5f)
        });
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Hessian2Output out = new Hessian2Output(bytes);
    try {
      out.startMessage();
      out.writeObject(stock);
      out.completeMessage();
      out.flush();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return bytes.toByteArray();
  }

  static Price price(
      float open,
      float close,
      float bid,
      float ask,
      long volume,
      long date,
      float low,
      float high) {
    Price price = new Price();
    price.setOpen(open);
    price.setClose(close);
    price.setBid(bid);
    price.setAsk(ask);
    price.setVolume(volume);
    price.setDate(new Date(date));
    price.setRange(range(low, high));
    return price;
  }

  static Range range(float low, float high) {
    Range range = new Range();
    range.setLow(low);
    range.setHigh(high);
    return range;
  }
}
