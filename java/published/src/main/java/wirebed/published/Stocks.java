package wirebed.published;

import com.polarsparc.data.interchange.Stock;

/**
 * S2: one untimed operation, then a thousand between two readings of the clock, to write and to
 * read.
 */
final class Stocks implements Program {
  /** The first JDK without the data that the date text of the article needs. */
  private static final int WITHOUT_COMPAT = 23;

  private final String system;
  private final Serializer serializer;
  private final boolean otherDates;
  private final int loops;
  private final int warm;
  private final int rounds;

  Stocks(String system, Switches switches) {
    this.system = system;
    boolean reuse = switches.word("instances", "reused", "new").equals("reused");
    boolean compat = switches.word("locale_data", "COMPAT", "CLDR").equals("COMPAT");
    otherDates = !compat || Runtime.version().feature() >= WITHOUT_COMPAT;
    loops = switches.number("loops", 1000);
    warm = switches.number("warm", 0);
    rounds = switches.number("rounds", 1);
    if (!reuse && !system.equals("xstream") && !system.equals("gson")) {
      throw new IllegalArgumentException("instances is a switch of xstream and gson");
    }
    serializer = serializer(reuse);
  }

  private Serializer serializer(boolean reuse) {
    switch (system) {
      case "xstream":
        return new StockSerializers.Xml(StockValue.at("10:32:45.761", "10:32:45.762"), reuse);
      case "gson":
        return new StockSerializers.Json(StockValue.at("10:35:52", "10:35:52"), reuse);
      case "java":
        return new ObjectSerializers.JavaStreams(StockValue.at("10:39:19.991", "10:39:19.992"));
      case "hessian":
        return new StockSerializers.Hessian(StockValue.at("10:44:03.554", "10:44:03.556"));
      case "protobuf":
        return new StockMessages(StockValue.at("10:44:03.554", "10:44:03.556"));
      default:
        throw new IllegalArgumentException("stock has no system " + system);
    }
  }

  @Override
  public String seed() {
    return "S2";
  }

  @Override
  public void run(Lines lines) throws Exception {
    serializer.write();
    for (int i = 0; i < warm; i++) {
      write();
    }
    long[] written = new long[rounds];
    for (int i = 0; i < rounds; i++) {
      written[i] = write();
    }
    serializer.read();
    for (int i = 0; i < warm; i++) {
      read();
    }
    long[] read = new long[rounds];
    for (int i = 0; i < rounds; i++) {
      read[i] = read();
    }
    serializer.afterWrite();
    int bytes = serializer.bytes.length;
    String form = Lines.form(serializer.bytes, serializer.isText(), text());
    lines.times("serialize", 1, loops, written, bytes, form + notComparable());
    lines.times("deserialize", 1, loops, read, bytes, notComparable());
    lines.about(serializer.library());
  }

  /** Gson alone writes dates as the locale data say. */
  private String notComparable() {
    if (!otherDates || !system.equals("gson")) {
      return "";
    }
    return Lines.notComparable(
        "the text of a date needs the locale data COMPAT, which JDK 23 dropped");
  }

  private String text() {
    return serializer.found instanceof Stock ? StockText.of((Stock) serializer.found) : "";
  }

  private long write() throws Exception {
    long start = System.nanoTime();
    for (int i = 0; i < loops; i++) {
      serializer.write();
    }
    return System.nanoTime() - start;
  }

  private long read() throws Exception {
    long start = System.nanoTime();
    for (int i = 0; i < loops; i++) {
      serializer.read();
    }
    return System.nanoTime() - start;
  }
}
