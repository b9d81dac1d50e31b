package wirebed.hashed;

import java.io.InvalidObjectException;
import java.math.BigDecimal;
import java.util.Date;

/**
 * What stands in a set or as a key: values that hold no others.
 *
 * <p>Whatever does is hashed with all that it holds, as often as that can be reached: a bean of
 * fifty levels that has each next one twice would never be done. No plain class has such a set.
 */
public final class Leaf {
  private Leaf() {}

  public static <T> T checked(T item) throws InvalidObjectException {
    if (item == null
        || item instanceof String
        || item instanceof Integer
        || item instanceof Long
        || item instanceof Boolean
        || item instanceof Float
        || item instanceof Double
        || item instanceof BigDecimal
        || item instanceof Enum
        || item instanceof Date
        || item instanceof byte[]) {
      return item;
    }
    throw new InvalidObjectException(
        "in a set or as a key: " + item.getClass().getName() + ", which may hold others");
  }
}
