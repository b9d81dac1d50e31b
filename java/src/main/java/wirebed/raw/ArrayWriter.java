package wirebed.raw;

import java.nio.ByteBuffer;

/** Writes to an array. The subclasses differ in how they reach its memory. */
public abstract class ArrayWriter extends RawWriter {
  protected byte[] bytes;
  private ByteBuffer written;
  private int at;

  protected ArrayWriter(int size) {
    bytes = new byte[size];
  }

  @Override
  protected final void room(int size) {
    if (bytes.length < size) {
      bytes = new byte[size];
    }
    at = 0;
  }

  /** Returns the index of the next bytes, once it is sure that the array has so many. */
  protected final int next(int size) {
    if (bytes.length - at < size) {
      throw new IndexOutOfBoundsException(at + size);
    }
    int index = at;
    at += size;
    return index;
  }

  @Override
  public final byte[] toByteArray() {
    return bytes;
  }

  @Override
  public final ByteBuffer written() {
    if (written == null || written.array() != bytes) {
      written = ByteBuffer.wrap(bytes);
    }
    return written.clear().limit(at);
  }
}
