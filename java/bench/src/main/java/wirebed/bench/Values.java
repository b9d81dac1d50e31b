package wirebed.bench;

import com.google.protobuf.Timestamp;
import java.math.BigDecimal;
import java.util.Date;

/** Converts types that are neither scalars nor of the tree, for the generated code. */
public final class Values {
  private Values() {}

  public static Timestamp timestamp(Date date) {
    long millis = date.getTime();
    return Timestamp.newBuilder()
        .setSeconds(Math.floorDiv(millis, 1000))
        .setNanos(Math.floorMod(millis, 1000) * 1_000_000)
        .build();
  }

  public static Date date(Timestamp timestamp) {
    return new Date(timestamp.getSeconds() * 1000 + timestamp.getNanos() / 1_000_000);
  }

  /** An empty text means that there is no decimal. */
  public static BigDecimal decimal(String text) {
    return text.isEmpty() ? null : new BigDecimal(text);
  }

  public static long unsigned(int value) {
    return value & 0xffff_ffffL;
  }

  /** Returns the constant, or throws if the number has none. */
  public static <E> E known(E constant) {
    if (constant == null) {
      throw new IllegalArgumentException("an enum's number has no constant");
    }
    return constant;
  }
}
