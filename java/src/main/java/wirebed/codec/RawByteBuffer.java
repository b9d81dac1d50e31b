package wirebed.codec;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.nio.ByteBuffer;
import java.util.Arrays;
import wirebed.raw.RawReader;
import wirebed.raw.RawWriter;
import wirebed.tree.Tree;

/** raw by java.nio.ByteBuffer, which checks its bounds itself. */
final class RawByteBuffer extends RawCodec {
  static final About ABOUT = about("bytebuffer");

  RawByteBuffer(Tree tree) {
    super(tree);
  }

  @Override
  RawWriter writer() {
    return new Writer();
  }

  @Override
  RawReader reader(byte[] wire) {
    return new Reader(ByteBuffer.wrap(wire).order(LITTLE_ENDIAN));
  }

  private static final class Writer extends RawWriter {
    private ByteBuffer buffer = ByteBuffer.allocate(256).order(LITTLE_ENDIAN);

    @Override
    protected void int8(int value) {
      room(1).put((byte) value);
    }

    @Override
    public void int32(int value) {
      room(4).putInt(value);
    }

    @Override
    public void int64(long value) {
      room(8).putLong(value);
    }

    @Override
    protected void units(String text) {
      ByteBuffer out = room(Math.multiplyExact(text.length(), 2));
      for (int i = 0; i < text.length(); i++) {
        out.putChar(text.charAt(i));
      }
    }

    @Override
    protected void octets(byte[] bytes) {
      room(bytes.length).put(bytes);
    }

    @Override
    public byte[] toByteArray() {
      return Arrays.copyOf(buffer.array(), buffer.position());
    }

    @Override
    public ByteBuffer written() {
      return buffer.flip();
    }

    @Override
    protected void rewind() {
      buffer.clear();
    }

    private ByteBuffer room(int size) {
      if (buffer.remaining() < size) {
        int capacity = Math.max(buffer.capacity() * 2, Math.addExact(buffer.position(), size));
        buffer = ByteBuffer.allocate(capacity).order(LITTLE_ENDIAN).put(buffer.flip());
      }
      return buffer;
    }
  }

  private static final class Reader extends RawReader {
    private final ByteBuffer buffer;

    Reader(ByteBuffer buffer) {
      this.buffer = buffer;
    }

    @Override
    protected int int8() {
      return buffer.get();
    }

    @Override
    public int int32() {
      return buffer.getInt();
    }

    @Override
    public long int64() {
      return buffer.getLong();
    }

    @Override
    protected String units(int count) {
      char[] units = new char[count];
      buffer.asCharBuffer().get(units);
      buffer.position(buffer.position() + 2 * count);
      return new String(units);
    }

    @Override
    protected byte[] octets(int count) {
      byte[] bytes = new byte[count];
      buffer.get(bytes);
      return bytes;
    }

    @Override
    public int remaining() {
      return buffer.remaining();
    }
  }
}
