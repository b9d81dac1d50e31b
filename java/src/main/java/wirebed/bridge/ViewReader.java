package wirebed.bridge;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import wirebed.refusal.RefusedException;
import wirebed.refusal.ViewException;

/**
 * Reads the nodes of a view, and remembers the objects built from its records and texts for `=`.
 *
 * <p>Every length is checked against the remaining bytes before memory is reserved for it.
 */
public final class ViewReader {
  private static final Object UNFINISHED = new Object();

  private final byte[] in;
  private int next; // the offset of what is read next
  // The records and texts so far, sorted by their offsets.
  private int[] offsets = new int[16];
  private Object[] values = new Object[16];
  private int noted;

  public ViewReader(byte[] view) {
    in = view;
  }

  public int offset() {
    return next;
  }

  public void finish() {
    if (next < in.length) {
      throw error("bytes after the root");
    }
  }

  /** The next node's tag. */
  public char tag() {
    need(1);
    return (char) (in[next++] & 0xff);
  }

  public char peek() {
    need(1);
    return (char) (in[next] & 0xff);
  }

  public boolean bool() {
    char tag = tag();
    if (tag != 't' && tag != 'f') {
      throw unexpected(tag, "a bool");
    }
    return tag == 't';
  }

  /** The 64 bits of an integer node. */
  public long bits() {
    char tag = tag();
    if (tag != 'i' && tag != 'u') {
      throw unexpected(tag, "an integer");
    }
    return get64();
  }

  /**
   * An integer of this range; a 64-bit one keeps its bits whatever the sign (see {@link #bits}).
   */
  public long integer(long low, long high) {
    boolean unsigned = peek() == 'u';
    long value = bits();
    if (unsigned || value < low || value > high) {
      String text = unsigned ? Long.toUnsignedString(value) : Long.toString(value);
      throw new RefusedException(text + " is not from " + low + " to " + high);
    }
    return value;
  }

  public float single() {
    expect('g', "a float");
    return Float.intBitsToFloat(get32());
  }

  public double real() {
    expect('d', "a double");
    return Double.longBitsToDouble(get64());
  }

  public int enumeration() {
    expect('e', "an enum");
    return get32();
  }

  public byte[] bytes() {
    expect('b', "bytes");
    return sized();
  }

  /** A text; an `=` that names an earlier text returns the same String. */
  public String text() {
    int at = offset();
    char tag = tag();
    if (tag == '=') {
      return (String) same(String.class);
    }
    String text;
    if (tag == 's') {
      int length = get32();
      need(length);
      text = valid(next, length);
      next += length;
    } else if (tag == 'x') {
      text = GeneralizedUtf8.decode(sized());
      if (text == null) {
        throw new RefusedException("bytes that are not text cannot be in a String");
      }
    } else {
      throw unexpected(tag, "text");
    }
    remember(at, text);
    return text;
  }

  /**
   * The JDK replaces bytes that are not UTF-8, so only a text with a replacement character needs a
   * check.
   */
  private String valid(int at, int length) {
    String text = new String(in, at, length, StandardCharsets.UTF_8);
    if (text.indexOf('\uFFFD') >= 0) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      if (!Arrays.equals(bytes, 0, bytes.length, in, at, at + length)) {
        throw error("text that is not UTF-8 in a node 's'");
      }
    }
    return text;
  }

  /** The bytes of an `x` node. */
  public byte[] rawText() {
    expect('x', "text that is not valid");
    return sized();
  }

  /** The count of a list, set or map: at least one byte must remain for each element. */
  public int count(char tag) {
    expect(tag, "a collection '" + tag + "'");
    int count = get32();
    need(count);
    return count;
  }

  /** After the tag `r`: the record's message name. */
  public void recordName(byte[] expected) {
    int length = get16();
    need(length);
    int at = next;
    next += length;
    if (!Arrays.equals(in, at, at + length, expected, 0, expected.length)) {
      throw error(
          "a record "
              + new String(in, at, length, StandardCharsets.UTF_8)
              + " where "
              + new String(expected, StandardCharsets.UTF_8)
              + " should be");
    }
  }

  public String recordName() {
    int length = get16();
    need(length);
    String name = new String(in, next, length, StandardCharsets.UTF_8);
    next += length;
    return name;
  }

  /** The number of the record's next field, 0 at its end. */
  public int field() {
    return get32();
  }

  /**
   * Notes that a record begins at this offset, before its content is read. The result is for {@link
   * #built}.
   */
  public int begin(int at) {
    return remember(at, UNFINISHED);
  }

  public void built(int slot, Object value) {
    values[slot] = value;
  }

  private int remember(int at, Object value) {
    if (noted == offsets.length) {
      offsets = Arrays.copyOf(offsets, noted * 2);
      values = Arrays.copyOf(values, noted * 2);
    }
    offsets[noted] = at;
    values[noted] = value;
    return noted++;
  }

  /** The object that an `=` names, after its tag was read. */
  public Object same(Class<?> type) {
    int slot = Arrays.binarySearch(offsets, 0, noted, get32());
    Object earlier = slot < 0 ? null : values[slot];
    if (earlier == UNFINISHED) {
      throw new RefusedException("a protobuf message cannot hold a cycle");
    }
    if (!type.isInstance(earlier)) {
      throw error("'=' names no earlier " + type.getName());
    }
    return earlier;
  }

  public ViewException unexpected(char tag, String expected) {
    return error("the node '" + tag + "' where " + expected + " should be");
  }

  public ViewException error(String reason) {
    return new ViewException(reason, next);
  }

  private void expect(char tag, String expected) {
    char found = tag();
    if (found != tag) {
      throw unexpected(found, expected);
    }
  }

  private byte[] sized() {
    int length = get32();
    need(length);
    next += length;
    return Arrays.copyOfRange(in, next - length, next);
  }

  private int get16() {
    need(2);
    next += 2;
    return in[next - 2] & 0xff | (in[next - 1] & 0xff) << 8;
  }

  private int get32() {
    need(4);
    return four();
  }

  private long get64() {
    need(8);
    return four() & 0xffff_ffffL | (long) four() << 32;
  }

  // Without a second compiler, this is twice as fast as ByteBuffer.getInt.
  private int four() {
    byte[] from = in;
    int at = next;
    next = at + 4;
    return from[at] & 0xff
        | (from[at + 1] & 0xff) << 8
        | (from[at + 2] & 0xff) << 16
        | from[at + 3] << 24;
  }

  private void need(int count) {
    if (count < 0 || in.length - next < count) {
      throw error("the view ends too early");
    }
  }
}
