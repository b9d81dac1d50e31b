package wirebed.codec.bytes;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import wirebed.refusal.Held;

/** The bytes that a library writes to a stream of its user. */
public final class StreamBytes {
  public interface Writing<E extends Exception> {
    void to(OutputStream out) throws E;
  }

  private StreamBytes() {}

  public static <E extends Exception> byte[] of(Writing<E> writing) throws E {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      writing.to(bytes);
    } catch (Exception e) {
      Held.leave(e, bytes);
      throw e;
    }
    return bytes.toByteArray();
  }
}
