package wirebed.codec;

import java.nio.ByteBuffer;
import wirebed.refusal.UnsupportedException;

/**
 * A codec for the values of one message that reuses all that its library lets a user reuse: a
 * stream, a buffer, a writer made for the class. It is for one thread at a time.
 *
 * <p>It refuses an operation for which the library reuses no more than {@link Codec} does.
 */
public interface ReusingCodec {
  /** Why an operation is refused: the words of the contract (proto/wirebed/README.md). */
  String NOTHING_MORE = "this library keeps nothing more";

  /** Says in words what is kept, and what is new in each operation. */
  String kept();

  /** The wire bytes. The buffer is reused: the next call overwrites it. */
  default ByteBuffer encode(Object value) throws Exception {
    throw new UnsupportedException(NOTHING_MORE);
  }

  /** The object that the library reads, as {@link Codec#decode} returns it. */
  default Object decode(byte[] wire) throws Exception {
    throw new UnsupportedException(NOTHING_MORE);
  }
}
