package wirebed.codec.hessian;

import java.io.IOException;

/**
 * Adds up the lengths that lists and class definitions in a Hessian 2 value claim, before Caucho's
 * or Alibaba's library reads the value: both libraries allocate an array of any claimed length.
 *
 * <p>Each element and each field name takes at least one byte, so an honest sum is at most the
 * number of bytes. The scan goes from tag to tag and ignores nesting. It ends at the end of the
 * bytes or at an unknown tag, where the library stops too.
 */
public final class ClaimedLengths {
  private final byte[] wire;
  private int at;
  private long claimed;

  private ClaimedLengths(byte[] wire, int start) {
    this.wire = wire;
    at = start;
  }

  /**
   * @param start the offset of the value, after the envelope
   */
  public static void check(byte[] wire, int start) throws IOException {
    try {
      new ClaimedLengths(wire, start).look();
    } catch (ArrayIndexOutOfBoundsException e) {
      // The bytes end inside a value: the library refuses that itself, in its own words.
    }
  }

  private void look() throws IOException {
    while (at < wire.length) {
      int tag = wire[at++] & 0xff;
      switch (tag) {
        case 'C' -> { // class definition: name, number of fields
          scalar();
          claim(scalar());
        }
        case 'V' -> { // typed list: type, length
          scalar();
          claim(scalar());
        }
        case 'X' -> claim(scalar());
        default -> {
          if (tag >= 0x70 && tag <= 0x7f) { // a short list, typed up to 0x77: its type follows
            claim(tag & 7);
          } else if (!isMark(tag)) {
            at--;
            scalar();
          }
        }
      }
    }
  }

  private void claim(long count) throws IOException {
    claimed += Math.max(count, 0);
    if (claimed > wire.length) {
      throw new IOException(
          claimed + " elements or fields are claimed in " + wire.length + " bytes, before " + at);
    }
  }

  /** Whether a tag only introduces what follows it: a reference, an object, a list of no length. */
  private static boolean isMark(int tag) {
    return tag >= 0x60 && tag <= 0x6f
        || switch (tag) {
          case 'H', 'M', 'O', 'Q', 'U', 'W', 'Z' -> true;
          default -> false;
        };
  }

  /**
   * Skips a number, a text, bytes, true, false or null, and returns the int that the libraries read
   * from it where they expect an int.
   */
  private int scalar() {
    int tag = wire[at++] & 0xff;
    while (tag == 'R' || tag == 'A') { // a chunk of text or bytes, which another one follows
      int length = (int) number(2);
      if (tag == 'R') {
        text(length);
      } else {
        skip(length);
      }
      tag = wire[at++] & 0xff;
    }
    if (tag >= 0x80) {
      return compact(tag);
    }
    if (tag < 0x20) {
      return text(tag);
    }
    if (tag < 0x30) {
      return skip(tag - 0x20);
    }
    if (tag < 0x38) {
      int length = (tag & 3) << 8 | wire[at++] & 0xff;
      return tag < 0x34 ? text(length) : skip(length);
    }
    if (tag < 0x40) { // a long of three bytes
      return (tag - 0x3c) << 16 | (int) number(2);
    }
    return switch (tag) {
      case 'N', 'F', 0x5b -> 0;
      case 'T', 0x5c -> 1;
      case 'I', 'Y' -> (int) number(4);
      case 'L' -> (int) number(8);
      case 'D' -> (int) Double.longBitsToDouble(number(8));
      case 0x5d -> wire[at++];
      case 0x5e -> (short) number(2);
      case 0x5f -> (int) (0.001 * (int) number(4));
      case 0x4a -> skip(8);
      case 0x4b -> skip(4);
      case 'S' -> text((int) number(2));
      case 'B' -> skip((int) number(2));
      default -> skip(wire.length); // not a tag of the format
    };
  }

  private int compact(int tag) {
    if (tag < 0xc0) {
      return tag - 0x90;
    }
    if (tag < 0xd0) {
      return (tag - 0xc8) << 8 | (int) number(1);
    }
    if (tag < 0xd8) {
      return (tag - 0xd4) << 16 | (int) number(2);
    }
    return tag < 0xf0 ? tag - 0xe0 : (tag - 0xf8) << 8 | (int) number(1);
  }

  private long number(int bytes) {
    long number = 0;
    for (int i = 0; i < bytes; i++) {
      number = number << 8 | wire[at++] & 0xff;
    }
    return number;
  }

  private int skip(int bytes) {
    at = (int) Math.min((long) at + bytes, wire.length);
    return 0;
  }

  /** Skips this number of characters, of one to three bytes each. */
  private int text(int length) {
    for (int i = 0; i < length; i++) {
      int first = wire[at] & 0xff;
      at += first < 0x80 ? 1 : first < 0xe0 ? 2 : 3;
    }
    return 0;
  }
}
