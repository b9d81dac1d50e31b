package wirebed.codec.bytes;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import wirebed.codec.Settings;
import wirebed.refusal.InvalidUtf8Exception;

/** Text as UTF-8; bytes that are not UTF-8 are refused, not replaced. */
public final class Utf8 {
  /** Of a codec whose library takes a text. */
  public static final Settings STRICT =
      Settings.NONE.guard(
          "bytes that are not UTF-8 are refused before the library sees them",
          "The library takes a String; new String(bytes, UTF_8) would replace them by U+FFFD.");

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
