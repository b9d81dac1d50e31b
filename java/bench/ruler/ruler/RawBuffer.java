package ruler;

import com.robert_franz.serialize.Testobject;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A Testobject to raw bytes and back, by a ByteBuffer of the exact size. */
public class RawBuffer {
  static byte[] write(Testobject value) {
    String a = value.getA();
    ByteBuffer out = ByteBuffer.allocate(Testobjects.rawSize(a.length()));
    out.order(ByteOrder.LITTLE_ENDIAN).putInt(a.length());
    for (int i = 0; i < a.length(); i++) {
      out.putChar(a.charAt(i));
    }
    return out.putInt(value.getB()).putLong(value.getC()).array();
  }

  static Testobject read(byte[] wire) {
    ByteBuffer in = ByteBuffer.wrap(wire).order(ByteOrder.LITTLE_ENDIAN);
    char[] units = new char[in.getInt()];
    for (int i = 0; i < units.length; i++) {
      units[i] = in.getChar();
    }
    return Testobjects.of(new String(units), in.getInt(), in.getLong());
  }

  /** Writes. */
  @State(Scope.Thread)
  public static class Encode {
    @Param("ruler-5")
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
    @Param("ruler-6")
    public String name;

    byte[] wire = write(Testobjects.article());

    @Benchmark
    public Testobject run() {
      return read(wire);
    }
  }
}
