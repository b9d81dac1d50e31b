package ruler;

import com.robert_franz.serialize.Testobject;
import java.lang.reflect.Field;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import sun.misc.Unsafe;

/**
 * A Testobject to raw bytes and back by Unsafe, in the order of the machine. It checks no bounds,
 * as the article's program checks none.
 */
public class RawUnsafe {
  private static final Unsafe UNSAFE = unsafe();
  private static final long BYTES = Unsafe.ARRAY_BYTE_BASE_OFFSET;
  private static final long CHARS = Unsafe.ARRAY_CHAR_BASE_OFFSET;

  private static Unsafe unsafe() {
    try {
      Field field = Unsafe.class.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return (Unsafe) field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static byte[] write(Testobject value) {
    char[] units = value.getA().toCharArray();
    byte[] wire = new byte[Testobjects.rawSize(units.length)];
    long length = (long) units.length * Character.BYTES;
    long at = BYTES;
    UNSAFE.putInt(wire, at, units.length);
    at += Integer.BYTES;
    UNSAFE.copyMemory(units, CHARS, wire, at, length);
    at += length;
    UNSAFE.putInt(wire, at, value.getB());
    UNSAFE.putLong(wire, at + Integer.BYTES, value.getC());
    return wire;
  }

  static Testobject read(byte[] wire) {
    long at = BYTES;
    char[] units = new char[UNSAFE.getInt(wire, at)];
    long length = (long) units.length * Character.BYTES;
    at += Integer.BYTES;
    UNSAFE.copyMemory(wire, at, units, CHARS, length);
    at += length;
    int b = UNSAFE.getInt(wire, at);
    return Testobjects.of(new String(units), b, UNSAFE.getLong(wire, at + Integer.BYTES));
  }

  /** Writes. */
  @State(Scope.Thread)
  public static class Encode {
    @Param("ruler-7")
    public String name;

    Testobject value = Testobjects.article();

    @Benchmark
    public byte[] run() {
      return write(value);
    }
  }

  /** Reads. */
  @State(Scope.Thread)
  public static class Decode {
    @Param("ruler-8")
    public String name;

    byte[] wire = write(Testobjects.article());

    @Benchmark
    public Testobject run() {
      return read(wire);
    }
  }
}
