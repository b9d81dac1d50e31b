package wirebed.raw;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Writes to an array that grows. The subclasses differ in how they reach its memory. */
public abstract class ArrayWriter extends RawWriter {
  protected byte[] bytes = new byte[256];
  private ByteBuffer written;
  private int at;

  /**
   * Makes room for this number of bytes and returns their index. Call this before {@code bytes} is
   * read: it may become another array.
   */
  protected final int next(int size) {
    if (bytes.length - at < size) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(at, size)));
    }
    int index = at;
    at += size;
    return index;
  }

  @Override
  public final byte[] toByteArray() {
    return Arrays.copyOf(bytes, at);
  }

  @Override
  public final ByteBuffer written() {
    if (written == null || written.array() != bytes) {
      written = ByteBuffer.wrap(bytes);
    }
    return written.clear().limit(at);
  }

  @Override
  protected final void rewind() {
    at = 0;
  }
}
