package wirebed.raw;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Date;

/**
 * Generated forms write the layout of proto/README.md to this class. Its subclasses differ in the
 * few operations that reach the memory.
 */
public abstract class RawWriter {
  /** The most objects inside each other. A cycle exceeds any limit. */
  static final int MOST_DEPTH = 256;

  private int depth;

  protected abstract void int8(int value);

  public abstract void int32(int value);

  public abstract void int64(long value);

  /** The UTF-16 units of a text, without their count. */
  protected abstract void units(String text);

  protected abstract void octets(byte[] bytes);

  /** The array of a new writer, which the value has filled. */
  public abstract byte[] toByteArray();

  /** The written bytes in the memory of this writer, until the next value. */
  public abstract ByteBuffer written();

  protected abstract void room(int size);

  /** Begins a value of this many bytes, in the same memory where that suffices. */
  public final void begin(int size) {
    depth = 0;
    room(size);
  }

  public final void enter() {
    if (++depth > MOST_DEPTH) {
      throw new RawException("more than " + MOST_DEPTH + " objects inside each other, or a cycle");
    }
  }

  public final void leave() {
    depth--;
  }

  public final void uint32(long value) {
    if (value >>> 32 != 0) {
      throw new RawException(value + " is not of 32 bits");
    }
    int32((int) value);
  }

  public final void bool(boolean value) {
    int8(value ? 1 : 0);
  }

  public final void float32(float value) {
    int32(Float.floatToRawIntBits(value));
  }

  public final void float64(double value) {
    int64(Double.doubleToRawLongBits(value));
  }

  public final void text(String value) {
    int32(value.length());
    units(value);
  }

  public final void bytes(byte[] value) {
    int32(value.length);
    octets(value);
  }

  public final void decimal(BigDecimal value) {
    text(value.toString());
  }

  public final void date(Date value) {
    int64(value.getTime());
  }

  public final void maybeText(String value) {
    if (value == null) {
      int32(-1);
    } else {
      text(value);
    }
  }

  public final void maybeBytes(byte[] value) {
    if (value == null) {
      int32(-1);
    } else {
      bytes(value);
    }
  }

  public final void maybeDecimal(BigDecimal value) {
    maybeText(value == null ? null : value.toString());
  }

  /** Writes the byte that says whether a value follows. */
  public final boolean present(Object value) {
    int8(value == null ? 0 : 1);
    return value != null;
  }

  /** Writes the same byte before an element, which is never null. */
  public final void element(Object value) {
    if (!present(value)) {
      throw new RawException("an element is null");
    }
  }
}
