package wirebed.codec.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import wirebed.refusal.InvalidUtf8Exception;

class Utf8Test {
  @ParameterizedTest
  @ValueSource(strings = {"ff", "61c3", "c080", "eda080", "f4908080", "efbfbdff"})
  void bytesThatAreNotUtf8AreRefused(String hex) {
    assertThrows(InvalidUtf8Exception.class, () -> Utf8.decode(HexFormat.of().parseHex(hex)));
  }

  @Test
  void theReplacementCharacterIsAccepted() throws Exception {
    assertEquals("a\ufffdé", Utf8.decode(Utf8.encode("a\ufffdé")));
  }
}
