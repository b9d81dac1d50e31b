package wirebed.bridge;

import java.util.function.IntConsumer;

/** Reads a record whose few fields have the numbers 1 to n. */
final class Records {
  private Records() {}

  static void read(ViewReader in, byte[] name, IntConsumer field, int last) {
    char tag = in.tag();
    if (tag != 'r') {
      throw in.unexpected(tag, "a record");
    }
    in.recordName(name);
    for (int number = in.field(); number != 0; number = in.field()) {
      if (number < 0 || number > last) {
        throw in.error("no field " + number);
      }
      field.accept(number);
    }
  }
}
