package wirebed.bridge;

import java.util.ArrayList;
import java.util.List;

/**
 * Values without a schema: null, a Boolean, Integer, Long, Double, Date, String or byte[], or an
 * instance of the classes below.
 *
 * <p>These classes keep what a library would lose in a HashMap: the type names, the order on the
 * wire, and the identity of each list, map and object.
 */
public final class Bare {
  private Bare() {}

  /** A list; its type is null when untyped. */
  public static final class Items {
    public final String type;
    public final List<Object> items = new ArrayList<>();

    public Items(String type) {
      this.type = type;
    }
  }

  /** A map; its type is null when untyped. A key and its value have the same index. */
  public static final class Entries {
    public final String type;
    public final List<Object> keys = new ArrayList<>();
    public final List<Object> values = new ArrayList<>();

    public Entries(String type) {
      this.type = type;
    }
  }

  /** An object of a class that need not exist. */
  public static final class Fields {
    public final String type;
    public final List<String> names = new ArrayList<>();
    public final List<Object> values = new ArrayList<>();

    public Fields(String type) {
      this.type =
          type.intern(); // Caucho finds a class that it has defined by the String's identity
    }
  }
}
