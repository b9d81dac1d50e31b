package wirebed.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.Message;
import com.google.protobuf.UninitializedMessageException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import wirebed.Interop;
import wirebed.bridge.ViewWriter;
import wirebed.protocol.Model;
import wirebed.tree.MessageType;

class ProtobufTest {
  private static final Codec PROTOBUF = new Protobuf(Interop.TREE);

  static Stream<Codec> codecs() {
    return Stream.of(
        new NoneMessage(), PROTOBUF, new Prototext(Interop.TREE), new Protojson(Interop.TREE));
  }

  @Test
  void theArticlesTestobjectHas9Bytes() throws Exception {
    MessageType type = Interop.type("interop.Testobject");
    Object value = type.bridge(Model.MESSAGE).build(Interop.testobject());
    byte[] wire = PROTOBUF.encode(value, type, Map.of());
    assertEquals("0a036162631064182a", HexFormat.of().formatHex(wire));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void theStockComesBack(Codec codec) throws Exception {
    MessageType type = Interop.type("interop.Stock");
    Object value = type.bridge(Model.MESSAGE).build(Interop.stock());
    Object read = codec.decode(codec.encode(value, type, Map.of()), type, Map.of());
    assertArrayEquals(Interop.stock(), type.bridge(Model.MESSAGE).view(read));
  }

  @Test
  void protojsonIgnoresUnknownFieldsOnRequest() throws Exception {
    MessageType type = Interop.type("interop.Testobject");
    Codec codec = new Protojson(Interop.TREE);
    byte[] wire = "{\"a\": \"x\", \"nothing\": [1]}".getBytes(StandardCharsets.UTF_8);
    assertThrows(IOException.class, () -> codec.decode(wire, type, Map.of()));
    Message read = (Message) codec.decode(wire, type, Map.of("unknown", "ignore"));
    assertEquals("a: \"x\"\n", read.toString());
  }

  @Test
  void theCodecsCheckRequiredFields() throws Exception {
    MessageType type = Interop.type("interop.Required");
    ViewWriter view = Interop.record("interop.Required");
    view.end();
    Object value = type.bridge(Model.MESSAGE).build(view.toByteArray());
    for (Codec codec : codecs().skip(1).toList()) {
      assertThrows(UninitializedMessageException.class, () -> codec.encode(value, type, Map.of()));
    }
    assertThrows(
        UninitializedMessageException.class, () -> PROTOBUF.decode(new byte[0], type, Map.of()));
    assertArrayEquals(view.toByteArray(), type.bridge(Model.MESSAGE).view(value));
  }

  @Test
  void textThatIsNotUtf8IsRefused() {
    MessageType type = Interop.type("interop.Testobject");
    byte[] wire = {'a', ':', ' ', '"', (byte) 0xff, '"'};
    Codec text = new Prototext(Interop.TREE);
    assertThrows(CharacterCodingException.class, () -> text.decode(wire, type, Map.of()));
  }

  @Test
  void versionsAreThoseOfTheJars() {
    for (CodecEntry entry : Codecs.all()) {
      assertEquals(1, entry.introduce().getVersion().lines().count(), entry.id());
    }
    assertEquals("4.0.66", Version.ofJar("hessian", "com.caucho.hessian.io.Hessian2Input").read());
  }

  @Test
  void theLastEntryOfAKeyInATextCounts() throws Exception {
    MessageType type = Interop.type("interop.MapKeys");
    Codec text = new Prototext(Interop.TREE);
    String entry = "f_int32 { key: 1 value: '%s' } ";
    Object once =
        text.decode(entry.formatted("b").getBytes(StandardCharsets.UTF_8), type, Map.of());
    String both = entry.formatted("a") + entry.formatted("b");
    Object twice = text.decode(both.getBytes(StandardCharsets.UTF_8), type, Map.of());
    var bridge = type.bridge(Model.MESSAGE);
    assertArrayEquals(bridge.view(once), bridge.view(twice));
  }
}
