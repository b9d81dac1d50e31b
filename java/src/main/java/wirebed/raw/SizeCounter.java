package wirebed.raw;

import java.nio.ByteBuffer;

/** Counts the bytes of a value, so that it can be written to an array of this size. */
public final class SizeCounter extends RawWriter {
  private int bytes;

  public int bytes() {
    return bytes;
  }

  @Override
  protected void int8(int value) {
    count(1);
  }

  @Override
  public void int32(int value) {
    count(4);
  }

  @Override
  public void int64(long value) {
    count(8);
  }

  @Override
  protected void units(String text) {
    count(Math.multiplyExact(text.length(), 2));
  }

  @Override
  protected void octets(byte[] from) {
    count(from.length);
  }

  @Override
  public byte[] toByteArray() {
    throw new UnsupportedOperationException();
  }

  @Override
  public ByteBuffer written() {
    throw new UnsupportedOperationException();
  }

  @Override
  protected void room(int size) {
    bytes = size;
  }

  private void count(int size) {
    bytes = Math.addExact(bytes, size);
  }
}
