package wirebed.codec;

import java.util.ArrayList;
import java.util.List;

/**
 * Values without a schema: a null, Boolean, Integer, Long, Double, Date, String, byte[], or one of
 * these, which have identity. They keep what a library would lose in a HashMap: types, and the
 * order on the wire.
 */
final class Bare {
  private Bare() {}

  /** A list; its type is null when untyped. */
  static final class Items {
    final String type;
    final List<Object> items = new ArrayList<>();

    Items(String type) {
      this.type = type;
    }
  }

  /** A map; its type is null when untyped. Keys and values stand at the same index. */
  static final class Entries {
    final String type;
    final List<Object> keys = new ArrayList<>();
    final List<Object> values = new ArrayList<>();

    Entries(String type) {
      this.type = type;
    }
  }

  /** An object of a class that need not exist. */
  static final class Fields {
    final String type;
    final List<String> names = new ArrayList<>();
    final List<Object> values = new ArrayList<>();

    Fields(String type) {
      this.type = type.intern(); // Caucho knows a class that it has defined by the String object
    }
  }
}
