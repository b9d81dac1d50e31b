package wirebed.codec;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The text of wire bytes; what is not UTF-8 is refused, not replaced. */
final class Utf8 {
  private Utf8() {}

  static String decode(byte[] wire) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(wire)).toString();
  }

  static byte[] encode(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
