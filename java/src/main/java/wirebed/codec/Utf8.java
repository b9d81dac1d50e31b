package wirebed.codec;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The text of wire bytes; what is not UTF-8 is refused, not replaced. */
public final class Utf8 {
  private Utf8() {}

  public static String decode(byte[] wire) throws CharacterCodingException {
    // Faster than a decoder. What it replaces becomes U+FFFD, which is rare in text.
    String text = new String(wire, StandardCharsets.UTF_8);
    return text.indexOf('\ufffd') < 0 ? text : strictly(wire);
  }

  private static String strictly(byte[] wire) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(wire)).toString();
  }

  public static byte[] encode(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
