package wirebed.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import wirebed.Interop;
import wirebed.bridge.Bare;
import wirebed.bridge.BareBridge;
import wirebed.bridge.Bridge;
import wirebed.protocol.Model;
import wirebed.refusal.RefusedException;
import wirebed.refusal.TrailingBytesException;
import wirebed.tree.MessageType;

class Hessian2Test {
  private static final Map<String, String> ENVELOPE = Map.of("envelope", "message");
  private static final Hessian2Caucho CAUCHO = new Hessian2Caucho(Interop.TREE);
  private static final Hessian2Lite LITE = new Hessian2Lite(Interop.TREE);
  private static final MessageType STOCK = Interop.type("interop.Stock");

  static Stream<BareCodec> codecs() {
    return Stream.of(CAUCHO, LITE);
  }

  private static Object stock() {
    return STOCK.bridge(Model.PLAIN).build(Interop.stock());
  }

  @Test
  void theArticlesStockHas567Bytes() throws Exception {
    byte[] wire = CAUCHO.encode(stock(), STOCK, ENVELOPE);
    assertEquals(567, wire.length);
    String hex = HexFormat.of().formatHex(wire);
    assertEquals("700200433025636f6d2e706f6c617273706172632e64617461", hex.substring(0, 50));
    assertEquals("7a", hex.substring(hex.length() - 2));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void theStockComesBack(BareCodec codec) throws Exception {
    for (BareCodec writer : codecs().toList()) {
      Object read = codec.decode(writer.encode(stock(), STOCK, Map.of()), STOCK, Map.of());
      assertArrayEquals(Interop.stock(), STOCK.bridge(Model.PLAIN).view(read));
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void aCycleComesBack(BareCodec codec) throws Exception {
    MessageType node = Interop.type("interop.Node");
    Bridge bridge = node.bridge(Model.PLAIN);
    byte[] wire = codec.encode(bridge.build(Interop.cycle()), node, Map.of());
    assertArrayEquals(Interop.cycle(), bridge.view(codec.decode(wire, node, Map.of())));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void trailingBytesAreRefused(BareCodec codec) throws Exception {
    byte[] wire = codec.encode(stock(), STOCK, Map.of());
    byte[] longer = Arrays.copyOf(wire, wire.length + 1);
    assertThrows(TrailingBytesException.class, () -> codec.decode(longer, STOCK, Map.of()));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void noClassOutsideTheListIsLoaded(BareCodec codec) throws Exception {
    // javax.swing.JFrame{}, java.io.File{path: "/"}, java.util.Hashtable{}
    for (String hex :
        new String[] {
          "43126a617661782e7377696e672e4a4672616d659060",
          "430c6a6176612e696f2e46696c6591047061746860012f",
          "4d136a6176612e7574696c2e486173687461626c655a"
        }) {
      Object read = codec.decode(HexFormat.of().parseHex(hex), STOCK, Map.of());
      assertEquals(HashMap.class, read.getClass());
      assertThrows(ClassCastException.class, () -> STOCK.bridge(Model.PLAIN).view(read));
    }
  }

  /**
   * An object that holds itself where an enum is declared stands where a number, bytes, or the map
   * of a long are expected. To ask it for its text, as com.caucho:hessian 4.0.66 does, ends in a
   * StackOverflowError, and with other values in a SIGSEGV.
   */
  @ParameterizedTest
  @MethodSource("codecs")
  void anUnexpectedObjectIsNotShown(BareCodec codec) throws Exception {
    String names = hex("interop.plain.Implicit") + "93" + hex("level", "raw", "number");
    String itself = "60" + "5191" + "20" + "90";
    String first = "43" + names + "60" + "4e";
    for (String wire :
        new String[] {
          first + "20" + itself,
          first + itself,
          first + "48" + itself,
          "43" + names + "4d" + hex("long") + "60" + "5190" + "20" + "90"
        }) {
      byte[] bytes = HexFormat.of().parseHex(wire);
      MessageType type = Interop.type("interop.Implicit");
      Exception e = assertThrows(Exception.class, () -> codec.decode(bytes, type, Map.of()));
      assertInstanceOf(IOException.class, e, wire);
    }
  }

  private static String hex(String... texts) {
    StringBuilder hex = new StringBuilder();
    for (String text : texts) {
      hex.append(HexFormat.of().toHexDigits((byte) text.length()))
          .append(HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII)));
    }
    return hex.toString();
  }

  @Test
  void aBoxedFloatIsAHandleToCauchoAndItsDecimalTextToLite() throws Exception {
    assertInstanceOf(
        Bare.Fields.class, CAUCHO.decodeBare(CAUCHO.encodeBare(0.1f, Map.of()), Map.of()));
    assertEquals(0.1, LITE.decodeBare(LITE.encodeBare(0.1f, Map.of()), Map.of()));
  }

  /** Caucho and hessian-lite accept a class without a name, and the view keeps it. */
  @ParameterizedTest
  @MethodSource("codecs")
  void aBareObjectMayHaveAnEmptyNameForItsClass(BareCodec codec) throws Exception {
    byte[] wire = HexFormat.of().parseHex("43009060");
    Object read = codec.decodeBare(wire, Map.of());
    assertEquals("", assertInstanceOf(Bare.Fields.class, read).type);
    assertArrayEquals(wire, codec.encodeBare(read, Map.of()));
  }

  /**
   * The value has one object and 30,000 references to its class: 60 KB on the wire, and 900 MB as a
   * view.
   */
  @ParameterizedTest
  @MethodSource("codecs")
  void theSizeOfABareViewIsLimited(BareCodec codec) throws Exception {
    ByteArrayOutputStream wire = new ByteArrayOutputStream();
    wire.write('W'); // a list without a length
    wire.write(new byte[] {'C', 'S', 30_000 >> 8, (byte) 30_000});
    wire.write("n".repeat(30_000).getBytes(StandardCharsets.US_ASCII));
    wire.write(0x90); // no fields
    for (int i = 0; i < 30_000; i++) {
      wire.write(0x60);
    }
    wire.write('Z');
    Object read = codec.decodeBare(wire.toByteArray(), Map.of());
    long before = Allocated.bytes();
    RefusedException refused = assertThrows(RefusedException.class, () -> BareBridge.view(read));
    assertEquals("the names in it make a view that is too large", refused.getMessage());
    assertTrue(Allocated.bytes() - before < 512 << 20);
  }
}
