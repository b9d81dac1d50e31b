package wirebed.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import wirebed.Interop;
import wirebed.bridge.ViewWriter;
import wirebed.protocol.Model;
import wirebed.tree.MessageType;

class JsonJacksonDefaultTest {
  private static final JsonJacksonDefault JACKSON = new JsonJacksonDefault();
  private static final MessageType KEYWORDS = Interop.type("interop.names.Keywords");

  private static Object decode(MessageType type, String json) throws Exception {
    return JACKSON.decode(json.getBytes(StandardCharsets.UTF_8), type, Map.of());
  }

  @Test
  void namesAreThoseOfGetters() throws Exception {
    ViewWriter view = Interop.record("interop.names.Keywords");
    view.field(1);
    view.text("x");
    view.end();
    Object value = KEYWORDS.bridge(Model.PLAIN).build(view.toByteArray());
    String json = new String(JACKSON.encode(value, KEYWORDS, Map.of()), StandardCharsets.UTF_8);
    assertTrue(json.contains("\"class_\":\"x\""), json);
    assertFalse(json.contains("\"class\":"), json);
  }

  /** The library lists what it knows in an order that differs from process to process. */
  @Test
  void unknownPropertiesAreRefusedInWordsThatStayTheSame() {
    String said =
        assertThrows(
                UnrecognizedPropertyException.class, () -> decode(KEYWORDS, "{\"class\":\"x\"}"))
            .getMessage();
    assertTrue(said.contains("known properties: \""), said);
    String settled = JsonJacksonDefault.ABOUT.settled(said);
    assertTrue(settled.startsWith("Unrecognized field \"class\""), settled);
    assertFalse(settled.contains("known properties"), settled);
    assertEquals(settled, JsonJacksonDefault.ABOUT.settled(settled));
  }

  @Test
  void whatFollowsTheValueIsLeftUnread() throws Exception {
    MessageType type = Interop.type("interop.Testobject");
    Object value = decode(type, "{\"a\":\"abc\",\"b\":100,\"c\":42} x");
    assertArrayEquals(Interop.testobject(), type.bridge(Model.PLAIN).view(value));
  }
}
