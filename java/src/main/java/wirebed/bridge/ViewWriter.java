package wirebed.bridge;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.IdentityHashMap;

/** Writes the nodes of a view (proto/wirebed/README.md, "The view") one after the other. */
public final class ViewWriter {
  private final IdentityHashMap<Object, Integer> records = new IdentityHashMap<>();
  private final boolean defaults;
  private ByteBuffer out = ByteBuffer.allocate(512).order(ByteOrder.LITTLE_ENDIAN);

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
    room(1).put((byte) 'a');
  }

  /** The offset of the next node. */
  public int offset() {
    return out.position();
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(out.array(), out.position());
  }

  public void clear() {
    out.clear();
  }

  public void none() {
    room(1).put((byte) 'n');
  }

  public void bool(boolean value) {
    room(1).put((byte) (value ? 't' : 'f'));
  }

  public void integer(long value) {
    room(9).put((byte) 'i').putLong(value);
  }

  /** The same 64 bits as an unsigned integer: the node `u` exists only above 2^63-1. */
  public void unsigned(long bits) {
    room(9).put((byte) (bits < 0 ? 'u' : 'i')).putLong(bits);
  }

  public void single(float value) {
    room(5).put((byte) 'g').putInt(Float.floatToRawIntBits(value));
  }

  public void real(double value) {
    room(9).put((byte) 'd').putLong(Double.doubleToRawLongBits(value));
  }

  public void enumeration(int number) {
    room(5).put((byte) 'e').putInt(number);
  }

  public void bytes(byte[] value) {
    sized('b', value);
  }

  /** Text, or `x` with generalized UTF-8 when it holds a lone surrogate. */
  public void text(String value) {
    int length = value.length();
    room(5 + length);
    int start = out.position();
    byte[] array = out.array();
    int at = start + 5;
    for (int i = 0; i < length; i++) {
      char c = value.charAt(i);
      if (c >= 0x80) {
        notAscii(value);
        return;
      }
      array[at++] = (byte) c;
    }
    out.put((byte) 's').putInt(length).position(at);
  }

  private void notAscii(String value) {
    if (GeneralizedUtf8.isNeededFor(value)) {
      sized('x', GeneralizedUtf8.encode(value));
    } else {
      sized('s', value.getBytes(StandardCharsets.UTF_8));
    }
  }

  public void list(int count) {
    room(5).put((byte) 'l').putInt(count);
  }

  public void set(int count) {
    room(5).put((byte) 'z').putInt(count);
  }

  public void map(int count) {
    room(5).put((byte) 'm').putInt(count);
  }

  /** Begins a record. {@link #name} makes its name from the full name of the message. */
  public void record(byte[] name) {
    room(3 + name.length).put((byte) 'r').putShort((short) name.length).put(name);
  }

  public void field(int number) {
    room(4).putInt(number);
  }

  public void end() {
    room(4).putInt(0);
  }

  public void sameAs(int offset) {
    room(5).put((byte) '=').putInt(offset);
  }

  /** Writes `=` if the object's record is in the view already. Else its record must follow. */
  public boolean same(Object object) {
    Integer earlier = records.putIfAbsent(object, offset());
    if (earlier != null) {
      sameAs(earlier);
    }
    return earlier != null;
  }

  /** Appends nodes that another writer wrote, which must not contain `=`. */
  public void nodes(byte[] encoded) {
    room(encoded.length).put(encoded);
  }

  public static byte[] name(String message) {
    return message.getBytes(StandardCharsets.UTF_8);
  }

  private void sized(char tag, byte[] value) {
    room(5 + value.length).put((byte) tag).putInt(value.length).put(value);
  }

  private ByteBuffer room(int more) {
    if (out.remaining() < more) {
      int needed = Math.addExact(out.position(), more);
      int size = Math.max((int) Math.min(2L * out.capacity(), Integer.MAX_VALUE - 8), needed);
      out =
          ByteBuffer.wrap(Arrays.copyOf(out.array(), size))
              .order(ByteOrder.LITTLE_ENDIAN)
              .position(out.position());
    }
    return out;
  }
}
