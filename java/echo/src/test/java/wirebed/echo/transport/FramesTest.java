package wirebed.echo.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramesTest {
  private static final int LONGEST = 1 << 20;

  /** Returns at most so many bytes at a time, and counts what is asked for. */
  private static final class Slow extends InputStream {
    private final InputStream bytes;
    private final int most;
    int mostAsked;

    Slow(byte[] bytes, int most) {
      this.bytes = new ByteArrayInputStream(bytes);
      this.most = most;
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      mostAsked = Math.max(mostAsked, length);
      return bytes.read(into, offset, Math.min(length, most));
    }
  }

  private static Frames reading(InputStream in, boolean refusals) {
    return new Frames(in, OutputStream.nullOutputStream(), LONGEST, refusals);
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i * 31);
    }
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 5, 1000, Integer.MAX_VALUE})
  void framesAreReadHoweverTheirBytesArrive(int atATime) throws IOException {
    int[] lengths = {0, 1, 3, Frames.BUFFER - 5, Frames.BUFFER - 4, Frames.BUFFER, 100_000, 0, 7};
    ByteArrayOutputStream wire = new ByteArrayOutputStream();
    Frames writing = new Frames(InputStream.nullInputStream(), wire, LONGEST, false);
    for (int length : lengths) {
      writing.write(bytes(length));
    }
    Frames frames = reading(new Slow(wire.toByteArray(), atATime), false);
    for (int length : lengths) {
      assertTrue(frames.await());
      assertArrayEquals(bytes(length), frames.read());
    }
    assertFalse(frames.await());
  }

  @Test
  void theHighestBitMarksARefusal() throws IOException {
    ByteArrayOutputStream wire = new ByteArrayOutputStream();
    Frames writing = new Frames(InputStream.nullInputStream(), wire, LONGEST, false);
    writing.writeRefusal(bytes(5));
    writing.write(bytes(6));
    assertEquals((byte) 0x80, wire.toByteArray()[0]);
    Frames frames = reading(new ByteArrayInputStream(wire.toByteArray()), true);
    assertArrayEquals(bytes(5), frames.read());
    assertTrue(frames.isRefusal());
    assertArrayEquals(bytes(6), frames.read());
    assertFalse(frames.isRefusal());
  }

  @ParameterizedTest
  @ValueSource(ints = {LONGEST + 1, Integer.MAX_VALUE, Integer.MIN_VALUE, -1})
  void aLengthThatIsNotPermittedIsNotRead(int length) {
    byte[] wire = {
      (byte) (length >>> 24), (byte) (length >>> 16), (byte) (length >>> 8), (byte) length, 1, 2
    };
    Frames frames = reading(new ByteArrayInputStream(wire), false);
    assertThrows(Frames.TooLongException.class, frames::read);
  }

  @Test
  void aClaimedLengthReservesNothing() {
    byte[] wire = Arrays.copyOf(new byte[] {0, 0x10, 0, 0}, 50);
    Slow in = new Slow(wire, Integer.MAX_VALUE);
    assertThrows(EOFException.class, reading(in, false)::read);
    assertTrue(in.mostAsked <= 2 * Frames.BUFFER, "asked for " + in.mostAsked);
  }
}
