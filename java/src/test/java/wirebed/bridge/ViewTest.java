package wirebed.bridge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import wirebed.Interop;
import wirebed.refusal.ViewException;

class ViewTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "é",
        "€",
        "😀",
        "a\0b",
        "?",
        "?\ud800",
        "\ud800",
        "a\udc00b",
        "\udc00\ud800"
      })
  void textComesBackAsItWas(String text) {
    ViewWriter out = new ViewWriter();
    out.text(text);
    assertEquals(text, new ViewReader(out.toByteArray()).text());
  }

  @Test
  void textWithALoneSurrogateIsGeneralizedUtf8() {
    ViewWriter out = new ViewWriter();
    out.text("a\ud800");
    assertEquals("780400000061eda080", HexFormat.of().formatHex(out.toByteArray()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ff", "c080", "e08080", "61ed", "f4908080", "80", "edeee0"})
  void otherBytesFitInNoString(String hex) {
    assertNull(GeneralizedUtf8.decode(HexFormat.of().parseHex(hex)));
  }

  @Test
  void generalizedUtf8IsUtf8ForValidText() {
    String text = "aé€😀";
    assertArrayEquals(text.getBytes(StandardCharsets.UTF_8), GeneralizedUtf8.encode(text));
  }

  @Test
  void aReferenceToATextReturnsTheSameString() {
    ViewWriter out = new ViewWriter();
    out.text("abc");
    out.sameAs(0);
    ViewReader in = new ViewReader(out.toByteArray());
    assertSame(in.text(), in.text());
  }

  @Test
  void aViewThatEndsTooEarlyIsRefusedWhereverItIsCut() {
    byte[] view = Interop.stock();
    Bridge bridge = Interop.type("interop.Stock").bridge(wirebed.protocol.Model.PLAIN);
    for (int length = 0; length < view.length; length++) {
      byte[] cut = Arrays.copyOf(view, length);
      assertThrows(ViewException.class, () -> bridge.build(cut));
    }
  }

  @Test
  void textThatIsNotUtf8IsRefusedAndNotReplaced() {
    byte[] replaced = HexFormat.of().parseHex("7303000000efbfbd");
    assertEquals("\uFFFD", new ViewReader(replaced).text());
    byte[] invalid = HexFormat.of().parseHex("7301000000ff");
    assertThrows(ViewException.class, () -> new ViewReader(invalid).text());
  }

  @Test
  void aClaimedCountReservesNothing() {
    byte[] view = HexFormat.of().parseHex("6cffffff7f");
    assertThrows(ViewException.class, () -> new ViewReader(view).count('l'));
  }

  @Test
  void anUnsignedNodeExistsOnlyAboveTheSignedOnes() {
    ViewWriter out = new ViewWriter();
    out.unsigned(-1);
    out.unsigned(1);
    assertEquals('u', out.toByteArray()[0]);
    assertEquals('i', out.toByteArray()[9]);
  }
}
