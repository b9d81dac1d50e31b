package wirebed.echo.transport;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Frames on a connection: a length in four bytes, the highest first, and that many bytes. The
 * highest bit of the length marks a refusal.
 *
 * <p>A frame that fits into the buffer takes one read and one write of the socket. A longer one
 * gets memory as its bytes arrive, whatever its length claims.
 */
final class Frames {
  static final int BUFFER = 1 << 14;
  private static final int FIRST_BUFFER = 1 << 10;
  private static final int HEADER = 4;
  private static final int REFUSAL = 1 << 31;

  /** The length of a frame is more than permitted. Nothing after it can be read. */
  static final class TooLongException extends IOException {
    private static final long serialVersionUID = 1L;

    TooLongException(long length, int longest) {
      super("a frame of " + length + " bytes, and the longest permitted has " + longest);
    }
  }

  private final InputStream in;
  private final OutputStream out;
  private final int longest;
  private final boolean readsRefusals;
  // They grow for longer frames: a thousand idle connections need little.
  private byte[] input = new byte[FIRST_BUFFER];
  private byte[] output = new byte[FIRST_BUFFER];
  private int from;
  private int to;
  private boolean refusal;

  /**
   * @param readsRefusals a client does; for a server, such a length is too long
   */
  Frames(InputStream in, OutputStream out, int longest, boolean readsRefusals) {
    this.in = in;
    this.out = out;
    this.longest = longest;
    this.readsRefusals = readsRefusals;
  }

  /** Waits for the first byte of a frame; false at the end of the stream. */
  boolean await() throws IOException {
    return from < to || fill();
  }

  byte[] read() throws IOException {
    return read(longest);
  }

  /**
   * @param longest of this frame
   */
  byte[] read(int longest) throws IOException {
    while (to - from < HEADER) {
      more();
    }
    int length = length();
    refusal = readsRefusals && (length & REFUSAL) != 0;
    if (refusal) {
      length &= ~REFUSAL;
    }
    if (length < 0 || length > longest) {
      throw new TooLongException(Integer.toUnsignedLong(length), longest);
    }
    from += HEADER;
    if (length > BUFFER - HEADER) {
      return readLong(length);
    }
    if (length > input.length) {
      input = Arrays.copyOfRange(input, from, from + BUFFER);
      to -= from;
      from = 0;
    }
    while (to - from < length) {
      more();
    }
    byte[] payload = Arrays.copyOfRange(input, from, from + length);
    from += length;
    return payload;
  }

  /** Whether the frame that was read last is a refusal. */
  boolean isRefusal() {
    return refusal;
  }

  void write(byte[] payload) throws IOException {
    write(payload, payload.length);
  }

  void writeRefusal(byte[] result) throws IOException {
    write(result, result.length | REFUSAL);
  }

  /** Reads and forgets what comes, until the stream or its deadline ends. */
  void drain() throws IOException {
    from = to;
    while (fill()) {
      from = to;
    }
  }

  private byte[] readLong(int length) throws IOException {
    byte[] payload = new byte[Math.min(length, 2 * BUFFER)];
    int filled = Math.min(to - from, length);
    System.arraycopy(input, from, payload, 0, filled);
    from += filled;
    while (filled < length) {
      if (filled == payload.length) {
        payload = Arrays.copyOf(payload, (int) Math.min(length, 2L * filled));
      }
      int count = in.read(payload, filled, payload.length - filled);
      if (count < 0) {
        throw new EOFException("the connection was closed in the middle of a frame");
      }
      filled += count;
    }
    return payload;
  }

  private void write(byte[] payload, int header) throws IOException {
    if (output.length < BUFFER && output.length < HEADER + payload.length) {
      output = new byte[BUFFER];
    }
    output[0] = (byte) (header >>> 24);
    output[1] = (byte) (header >>> 16);
    output[2] = (byte) (header >>> 8);
    output[3] = (byte) header;
    int first = Math.min(payload.length, BUFFER - HEADER);
    System.arraycopy(payload, 0, output, HEADER, first);
    out.write(output, 0, HEADER + first);
    if (first < payload.length) {
      out.write(payload, first, payload.length - first);
    }
  }

  private int length() {
    return input[from] << 24
        | (input[from + 1] & 0xff) << 16
        | (input[from + 2] & 0xff) << 8
        | input[from + 3] & 0xff;
  }

  private void more() throws IOException {
    if (!fill()) {
      throw new EOFException("the connection was closed in the middle of a frame");
    }
  }

  private boolean fill() throws IOException {
    if (from > 0) {
      System.arraycopy(input, from, input, 0, to - from);
      to -= from;
      from = 0;
    }
    int count = in.read(input, to, input.length - to);
    to += Math.max(count, 0);
    return count > 0;
  }
}
