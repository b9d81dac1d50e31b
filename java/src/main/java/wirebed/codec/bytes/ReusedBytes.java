package wirebed.codec.bytes;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import wirebed.codec.ReusingCodec;

/** A stream into an array that is reused from one value to the next, and grows for the largest. */
public final class ReusedBytes extends ByteArrayOutputStream {
  public interface Writing {
    void write(Object value, OutputStream out) throws Exception;
  }

  private ByteBuffer written = ByteBuffer.wrap(buf);

  /**
   * A codec for a library that writes to a stream: its user can reuse only the array behind the
   * stream.
   *
   * @param isNew what is new for each value, in words
   */
  public static ReusingCodec of(String isNew, Writing writing) {
    ReusedBytes bytes = new ReusedBytes();
    return new ReusingCodec() {
      @Override
      public String kept() {
        return "the array that is written into is kept; new is " + isNew;
      }

      @Override
      public ByteBuffer encode(Object value) throws Exception {
        bytes.reset();
        writing.write(value, bytes);
        return bytes.written();
      }
    };
  }

  /** The bytes since the last reset, in the array itself. */
  public ByteBuffer written() {
    if (written.array() != buf) {
      written = ByteBuffer.wrap(buf);
    }
    return written.clear().limit(count);
  }
}
