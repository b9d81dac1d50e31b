package wirebed.codec.guard;

import java.io.InvalidObjectException;
import java.math.BigDecimal;
import java.util.Date;

/**
 * Checks the elements of sets and the keys of maps before they are hashed: only values that hold no
 * other values are accepted.
 *
 * <p>To hash an object is to hash every object that it holds, once for each path to it. Fifty beans
 * of which each holds the next one twice would take 2^50 steps. No plain class has such a set.
 */
public final class SafeKey {
  private SafeKey() {}

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
