package wirebed.codec;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Arrays;
import wirebed.raw.RawReader;
import wirebed.raw.RawWriter;
import wirebed.tree.Tree;

/** raw by VarHandles on a byte[]: no buffer between, and the bounds are checked all the same. */
final class RawVarHandle extends RawCodec {
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
  RawWriter writer() {
    return new Writer();
  }

  @Override
  RawReader reader(byte[] wire) {
    return new Reader(wire);
  }

  private static final class Writer extends RawWriter {
    private byte[] bytes = new byte[256];
    private ByteBuffer written;
    private int at;

    @Override
    protected void int8(int value) {
      room(1);
      bytes[at++] = (byte) value;
    }

    @Override
    public void int32(int value) {
      room(4);
      INT.set(bytes, at, value);
      at += 4;
    }

    @Override
    public void int64(long value) {
      room(8);
      LONG.set(bytes, at, value);
      at += 8;
    }

    @Override
    protected void units(String text) {
      room(Math.multiplyExact(text.length(), 2));
      for (int i = 0; i < text.length(); i++) {
        CHAR.set(bytes, at, text.charAt(i));
        at += 2;
      }
    }

    @Override
    protected void octets(byte[] from) {
      room(from.length);
      System.arraycopy(from, 0, bytes, at, from.length);
      at += from.length;
    }

    @Override
    public byte[] toByteArray() {
      return Arrays.copyOf(bytes, at);
    }

    @Override
    public ByteBuffer written() {
      if (written == null || written.array() != bytes) {
        written = ByteBuffer.wrap(bytes);
      }
      return written.clear().limit(at);
    }

    @Override
    protected void rewind() {
      at = 0;
    }

    private void room(int size) {
      if (bytes.length - at < size) {
        bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(at, size)));
      }
    }
  }

  private static final class Reader extends RawReader {
    private final byte[] bytes;
    private int at;

    Reader(byte[] bytes) {
      this.bytes = bytes;
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
      byte[] found = Arrays.copyOfRange(bytes, at, at + count);
      at += count;
      return found;
    }

    @Override
    public int remaining() {
      return bytes.length - at;
    }
  }
}
