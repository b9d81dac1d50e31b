package wirebed.raw;

/** Reads an array. The subclasses differ in how they reach its memory. */
public abstract class ArrayReader extends RawReader {
  protected final byte[] bytes;
  protected int at;

  protected ArrayReader(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public final int remaining() {
    return bytes.length - at;
  }
}
