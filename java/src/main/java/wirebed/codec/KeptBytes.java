package wirebed.codec;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** A stream into an array that is kept from one value to the next, and grows to the largest. */
final class KeptBytes extends ByteArrayOutputStream {
  interface Writing {
    void write(Object value, OutputStream out) throws Exception;
  }

  private ByteBuffer written = ByteBuffer.wrap(buf);

  /** Where a library is given a stream: the array behind it is all that its user can keep. */
  static Reusing of(String isNew, Writing writing) {
    KeptBytes bytes = new KeptBytes();
    return new Reusing() {
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

  /** What was written since the last reset, where it stands. */
  ByteBuffer written() {
    if (written.array() != buf) {
      written = ByteBuffer.wrap(buf);
    }
    return written.clear().limit(count);
  }
}
