package wirebed.codec;

import java.nio.ByteBuffer;

/**
 * A codec for the values of one message in the way that keeps between operations what its library
 * lets a user keep: a stream, a buffer, a writer made for the class. For one thread at a time.
 *
 * <p>What it cannot do so, it refuses: the library keeps nothing more for it.
 */
public interface Reusing {
  /** What is kept, and what is new in each operation. */
  String kept();

  /** The wire bytes; they stand in what is kept, until the next call. */
  default ByteBuffer encode(Object value) throws Exception {
    throw new UnsupportedException("this library keeps nothing more to encode with");
  }

  /** The object that the library reads, as {@link Codec#decode} returns it. */
  default Object decode(byte[] wire) throws Exception {
    throw new UnsupportedException("this library keeps nothing more to decode with");
  }
}
