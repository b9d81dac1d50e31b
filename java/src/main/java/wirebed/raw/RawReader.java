package wirebed.raw;

import java.math.BigDecimal;
import java.util.Date;
import wirebed.bridge.DecimalText;
import wirebed.bridge.Limits;

/**
 * Generated forms read the layout of proto/README.md from this class. Its subclasses differ in the
 * few operations that reach the memory, and each checks by its own means that it stays inside the
 * input.
 */
public abstract class RawReader {
  private int depth;

  protected abstract int int8();

  public abstract int int32();

  public abstract long int64();

  /** A text of this number of UTF-16 units, which the input has. */
  protected abstract String units(int count);

  /** This number of bytes, which the input has. */
  protected abstract byte[] octets(int count);

  public abstract int remaining();

  public final void enter() {
    if (++depth > RawWriter.MOST_DEPTH) {
      throw new RawException(
          "more than " + RawWriter.MOST_DEPTH + " objects inside each other, or a cycle");
    }
  }

  public final void leave() {
    depth--;
  }

  public final long uint32() {
    return int32() & 0xffff_ffffL;
  }

  public final boolean bool() {
    return flag("true or false");
  }

  public final float float32() {
    return Float.intBitsToFloat(int32());
  }

  public final double float64() {
    return Double.longBitsToDouble(int64());
  }

  public final String text() {
    return units(count(2));
  }

  public final byte[] bytes() {
    return octets(count(1));
  }

  public final BigDecimal decimal() {
    return decimal(text());
  }

  public final Date date() {
    return new Date(int64());
  }

  public final String maybeText() {
    int count = int32();
    return count == -1 ? null : units(checked(count, 2));
  }

  public final byte[] maybeBytes() {
    int count = int32();
    return count == -1 ? null : octets(checked(count, 1));
  }

  public final BigDecimal maybeDecimal() {
    String text = maybeText();
    return text == null ? null : decimal(text);
  }

  /** Whether a value follows. */
  public final boolean present() {
    return flag("null or not");
  }

  /** Reads the same byte before an element, which is never null. */
  public final void element() {
    if (!present()) {
      throw new RawException("an element is null");
    }
  }

  /** A count of elements of at least this size each, which the rest of the input can hold. */
  public final int count(int least) {
    return checked(int32(), least);
  }

  /** Returns the constant of an enum, or refuses a number without one. */
  public final <E> E known(E constant) {
    if (constant == null) {
      throw new RawException(
          "no constant has the number before the last " + remaining() + " bytes");
    }
    return constant;
  }

  private int checked(int count, int least) {
    if (count < 0 || (long) count * least > remaining()) {
      throw new RawException(
          "a count of " + count + " with " + remaining() + " bytes of input to come");
    }
    return count;
  }

  private boolean flag(String meaning) {
    int value = int8();
    if (value != 0 && value != 1) {
      throw new RawException("a byte " + (value & 0xff) + " that says " + meaning);
    }
    return value == 1;
  }

  private static BigDecimal decimal(String text) {
    Limits.decimal(text);
    try {
      return DecimalText.parse(text);
    } catch (NumberFormatException e) {
      throw new RawException("not a decimal: " + text);
    }
  }
}
