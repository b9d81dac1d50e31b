package wirebed.codec.bytes;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import wirebed.refusal.InvalidUtf8Exception;

/** Text as UTF-8; bytes that are not UTF-8 are refused, not replaced. */
public final class Utf8 {
  private Utf8() {}

  public static String decode(byte[] wire) throws InvalidUtf8Exception {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(wire)).toString();
    } catch (CharacterCodingException error) {
      throw new InvalidUtf8Exception(error);
    }
  }

  public static byte[] encode(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
