package wirebed.codec;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import wirebed.raw.ArrayReader;
import wirebed.raw.ArrayWriter;
import wirebed.raw.RawReader;
import wirebed.raw.RawWriter;
import wirebed.tree.Tree;

/** raw by VarHandles on a byte[], which check the bounds without a buffer between. */
final class RawVarHandle extends RawCodec {
  static final About ABOUT = about("varhandle");

  private static final VarHandle CHAR =
      MethodHandles.byteArrayViewVarHandle(char[].class, LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN);

  RawVarHandle(Tree tree) {
    super(tree);
  }

  @Override
  RawWriter writer(int size) {
    return new Writer(size);
  }

  @Override
  RawReader reader(byte[] wire) {
    return new Reader(wire);
  }

  private static final class Writer extends ArrayWriter {
    Writer(int size) {
      super(size);
    }

    @Override
    protected void int8(int value) {
      int index = next(1);
      bytes[index] = (byte) value;
    }

    @Override
    public void int32(int value) {
      int index = next(4);
      INT.set(bytes, index, value);
    }

    @Override
    public void int64(long value) {
      int index = next(8);
      LONG.set(bytes, index, value);
    }

    @Override
    protected void units(String text) {
      int index = next(Math.multiplyExact(text.length(), 2));
      for (int i = 0; i < text.length(); i++) {
        CHAR.set(bytes, index + 2 * i, text.charAt(i));
      }
    }

    @Override
    protected void octets(byte[] from) {
      int index = next(from.length);
      System.arraycopy(from, 0, bytes, index, from.length);
    }
  }

  private static final class Reader extends ArrayReader {
    Reader(byte[] bytes) {
      super(bytes);
    }

    @Override
    protected int int8() {
      return bytes[at++];
    }

    @Override
    public int int32() {
      int value = (int) INT.get(bytes, at);
      at += 4;
      return value;
    }

    @Override
    public long int64() {
      long value = (long) LONG.get(bytes, at);
      at += 8;
      return value;
    }

    @Override
    protected String units(int count) {
      char[] units = new char[count];
      for (int i = 0; i < count; i++) {
        units[i] = (char) CHAR.get(bytes, at);
        at += 2;
      }
      return new String(units);
    }

    @Override
    protected byte[] octets(int count) {
      byte[] read = Arrays.copyOfRange(bytes, at, at + count);
      at += count;
      return read;
    }
  }
}
