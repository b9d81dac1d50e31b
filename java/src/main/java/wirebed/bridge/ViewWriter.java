package wirebed.bridge;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.IdentityHashMap;

/** Writes the nodes of a view (proto/wirebed/README.md, "The view") one after the other. */
public final class ViewWriter {
  private final boolean defaults;
  private IdentityHashMap<Object, Integer> records; // made for the first; messages need none
  private byte[] out = new byte[512];
  private int end;

  public ViewWriter() {
    this(false);
  }

  ViewWriter(boolean defaults) {
    this.defaults = defaults;
  }

  /** Whether this view includes the values that absent fields read as. */
  boolean showsDefaults() {
    return defaults;
  }

  /** Precedes the node of the value that an absent field reads as. */
  void absent() {
    tag('a', 0);
  }

  /** The offset of the next node. */
  public int offset() {
    return end;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(out, end);
  }

  public void clear() {
    end = 0;
  }

  public void none() {
    tag('n', 0);
  }

  public void bool(boolean value) {
    tag(value ? 't' : 'f', 0);
  }

  public void integer(long value) {
    tag('i', 8);
    put64(value);
  }

  /** The same 64 bits as an unsigned integer: the node `u` exists only above 2^63-1. */
  public void unsigned(long bits) {
    tag(bits < 0 ? 'u' : 'i', 8);
    put64(bits);
  }

  public void single(float value) {
    tag('g', 4);
    put32(Float.floatToRawIntBits(value));
  }

  public void real(double value) {
    tag('d', 8);
    put64(Double.doubleToRawLongBits(value));
  }

  public void enumeration(int number) {
    tag('e', 4);
    put32(number);
  }

  public void bytes(byte[] value) {
    sized('b', value);
  }

  /** Text, or `x` with generalized UTF-8 when it holds a lone surrogate. */
  public void text(String value) {
    int length = value.length();
    room(5 + length);
    int at = end + 5;
    for (int i = 0; i < length; i++) {
      char c = value.charAt(i);
      if (c >= 0x80) {
        notAscii(value);
        return;
      }
      out[at++] = (byte) c;
    }
    tag('s', 4);
    put32(length);
    end = at;
  }

  private void notAscii(String value) {
    if (GeneralizedUtf8.isNeededFor(value)) {
      sized('x', GeneralizedUtf8.encode(value));
    } else {
      sized('s', value.getBytes(StandardCharsets.UTF_8));
    }
  }

  public void list(int count) {
    tag('l', 4);
    put32(count);
  }

  public void set(int count) {
    tag('z', 4);
    put32(count);
  }

  public void map(int count) {
    tag('m', 4);
    put32(count);
  }

  /** Begins a record. {@link #name} makes its name from the full name of the message. */
  public void record(byte[] name) {
    tag('r', 2 + name.length);
    out[end++] = (byte) name.length;
    out[end++] = (byte) (name.length >> 8);
    put(name);
  }

  public void field(int number) {
    room(4);
    put32(number);
  }

  public void end() {
    room(4);
    put32(0);
  }

  public void sameAs(int offset) {
    tag('=', 4);
    put32(offset);
  }

  /** Writes `=` if the object's record is in the view already. Else its record must follow. */
  public boolean same(Object object) {
    if (records == null) {
      records = new IdentityHashMap<>();
    }
    Integer earlier = records.putIfAbsent(object, offset());
    if (earlier != null) {
      sameAs(earlier);
    }
    return earlier != null;
  }

  /** Appends nodes that another writer wrote, which must not contain `=`. */
  public void nodes(byte[] encoded) {
    room(encoded.length);
    put(encoded);
  }

  public static byte[] name(String message) {
    return message.getBytes(StandardCharsets.UTF_8);
  }

  private void sized(char tag, byte[] value) {
    tag(tag, 4 + value.length);
    put32(value.length);
    put(value);
  }

  /** Writes a tag, and makes room for it and `more` bytes behind it. */
  private void tag(char tag, int more) {
    room(1 + more);
    out[end++] = (byte) tag;
  }

  private void put(byte[] bytes) {
    System.arraycopy(bytes, 0, out, end, bytes.length);
    end += bytes.length;
  }

  // Without a second compiler, these two are twice as fast as those of ByteBuffer.
  private void put32(int value) {
    byte[] to = out;
    int at = end;
    to[at] = (byte) value;
    to[at + 1] = (byte) (value >> 8);
    to[at + 2] = (byte) (value >> 16);
    to[at + 3] = (byte) (value >> 24);
    end = at + 4;
  }

  private void put64(long value) {
    put32((int) value);
    put32((int) (value >> 32));
  }

  private void room(int more) {
    if (out.length - end < more) {
      int needed = Math.addExact(end, more);
      out =
          Arrays.copyOf(
              out, Math.max((int) Math.min(2L * out.length, Integer.MAX_VALUE - 8), needed));
    }
  }
}
