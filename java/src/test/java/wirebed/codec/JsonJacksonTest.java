package wirebed.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import wirebed.Interop;
import wirebed.bridge.ViewWriter;
import wirebed.protocol.Model;
import wirebed.tree.MessageType;

class JsonJacksonTest {
  private static final JsonJackson JACKSON = new JsonJackson(Interop.TREE);

  private static String json(String message, byte[] view) throws Exception {
    MessageType type = Interop.type(message);
    Object value = type.bridge(Model.PLAIN).build(view);
    return new String(JACKSON.encode(value, type, Map.of()), StandardCharsets.UTF_8);
  }

  private static byte[] view(String message, String json) throws Exception {
    MessageType type = Interop.type(message);
    byte[] wire = json.getBytes(StandardCharsets.UTF_8);
    return type.bridge(Model.PLAIN).view(JACKSON.decode(wire, type, Map.of()));
  }

  @Test
  void theArticlesTestobjectHas26Bytes() throws Exception {
    String json = json("interop.Testobject", Interop.testobject());
    assertEquals("{\"a\":\"abc\",\"b\":100,\"c\":42}", json);
    assertEquals(26, json.length());
    assertArrayEquals(Interop.testobject(), view("interop.Testobject", json));
  }

  @Test
  void aDateIsIso8601InUtc() throws Exception {
    String json = json("interop.Stock", Interop.stock());
    assertTrue(json.contains("\"date\":\"1975-02-01T15:44:03.554+00:00\""), json);
    assertArrayEquals(Interop.stock(), view("interop.Stock", json));
  }

  @Test
  void namesAreThoseOfTheWireNotOfJava() throws Exception {
    ViewWriter view = Interop.record("interop.names.Keywords");
    view.field(1);
    view.text("x");
    view.end();
    String json = json("interop.names.Keywords", view.toByteArray());
    assertEquals("{\"class\":\"x\",", json.substring(0, 13));
  }

  @Test
  void unknownFieldsAreSkippedAndTrailingTokensRefused() throws Exception {
    assertArrayEquals(
        Interop.testobject(),
        view("interop.Testobject", "{\"a\":\"abc\",\"new\":{\"x\":[1]},\"b\":100,\"c\":42}"));
    assertThrows(JsonProcessingException.class, () -> view("interop.Testobject", "{}{}"));
  }
}
