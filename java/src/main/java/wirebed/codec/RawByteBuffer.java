package wirebed.codec;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.nio.ByteBuffer;
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
  RawWriter writer(int size) {
    return new Writer(size);
  }

  @Override
  RawReader reader(byte[] wire) {
    return new Reader(ByteBuffer.wrap(wire).order(LITTLE_ENDIAN));
  }

  private static final class Writer extends RawWriter {
    private ByteBuffer buffer;

    Writer(int size) {
      buffer = ByteBuffer.allocate(size).order(LITTLE_ENDIAN);
    }

    @Override
    protected void room(int size) {
      if (buffer.capacity() < size) {
        buffer = ByteBuffer.allocate(size).order(LITTLE_ENDIAN);
      }
      buffer.clear();
    }

    @Override
    protected void int8(int value) {
      buffer.put((byte) value);
    }

    @Override
    public void int32(int value) {
      buffer.putInt(value);
    }

    @Override
    public void int64(long value) {
      buffer.putLong(value);
    }

    @Override
    protected void units(String text) {
      for (int i = 0; i < text.length(); i++) {
        buffer.putChar(text.charAt(i));
      }
    }

    @Override
    protected void octets(byte[] bytes) {
      buffer.put(bytes);
    }

    @Override
    public byte[] toByteArray() {
      return buffer.array();
    }

    @Override
    public ByteBuffer written() {
      return buffer.flip();
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
