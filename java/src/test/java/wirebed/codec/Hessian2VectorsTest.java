package wirebed.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import wirebed.Interop;
import wirebed.bridge.Bare;
import wirebed.bridge.BareBridge;

/** Reads the outside vectors of fixtures/vectors/hessian2 by both libraries. */
class Hessian2VectorsTest {
  private static final HexFormat HEX = HexFormat.of();

  private record Vector(String name, byte[] wire, Object value, boolean canonical) {}

  @Test
  void bothReadEveryVector() throws Exception {
    for (BareCodec codec :
        List.of(new Hessian2Caucho(Interop.TREE), new Hessian2Lite(Interop.TREE))) {
      for (Vector vector : vectors()) {
        byte[] read = BareBridge.view(codec.decodeBare(vector.wire, Map.of()));
        assertArrayEquals(BareBridge.view(vector.value), read, codec + ": " + vector.name);
      }
    }
  }

  @Test
  void aValueComesBackFromItsView() throws Exception {
    for (Vector vector : vectors()) {
      byte[] view = BareBridge.view(vector.value);
      assertArrayEquals(view, BareBridge.view(BareBridge.build(view)), vector.name);
    }
  }

  @Test
  void cauchoWritesTheCanonicalOnesExactly() throws Exception {
    Hessian2Caucho codec = new Hessian2Caucho(Interop.TREE);
    int canonical = 0;
    for (Vector vector : vectors()) {
      if (vector.canonical) {
        byte[] written =
            codec.encodeBare(BareBridge.build(BareBridge.view(vector.value)), Map.of());
        assertEquals(HEX.formatHex(vector.wire), HEX.formatHex(written), vector.name);
        canonical++;
      }
    }
    assertTrue(canonical > 100, canonical + " canonical vectors");
  }

  private static List<Vector> vectors() throws IOException {
    List<Vector> vectors = new ArrayList<>();
    for (String file : List.of("spec.jsonl", "testhessian2.jsonl")) {
      for (String line : Files.readAllLines(Path.of("../fixtures/vectors/hessian2", file))) {
        JsonNode json = new ObjectMapper().readTree(line);
        // For a value that is too long for it, the file has only its length and hash.
        if (json.has("hex") && !json.get("value").path(1).isObject()) {
          byte[] wire = HEX.parseHex(json.get("hex").asText());
          boolean canonical = json.get("canonical").asBoolean();
          Object value = value(json.get("value"), new ArrayList<>());
          vectors.add(new Vector(json.get("name").asText(), wire, value, canonical));
        }
      }
    }
    assertTrue(vectors.size() >= 140, vectors.size() + " vectors");
    return vectors;
  }

  /** A typed tree (fixtures/vectors/hessian2/README.md). */
  private static Object value(JsonNode node, List<Object> earlier) {
    JsonNode held = node.get(1);
    return switch (node.get(0).asText()) {
      case "null" -> null;
      case "bool" -> held.asBoolean();
      case "int" -> held.asInt();
      case "long" -> held.asLong();
      case "double" -> number(held.asText());
      case "date" -> new Date(held.asLong());
      case "string" -> held.asText();
      case "binary" -> HEX.parseHex(held.asText());
      case "list" -> list(node, earlier);
      case "map" -> map(node, earlier);
      case "object" -> object(node, earlier);
      case "ref" -> earlier.get(held.asInt());
      default -> throw new IllegalArgumentException(node.toString());
    };
  }

  private static double number(String text) {
    return switch (text) {
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      case "nan" -> Double.NaN;
      default -> Double.parseDouble(text);
    };
  }

  private static Object list(JsonNode node, List<Object> earlier) {
    Bare.Items list = new Bare.Items(node.get(1).textValue());
    earlier.add(list);
    node.get(3).forEach(item -> list.items.add(value(item, earlier)));
    return list;
  }

  private static Object map(JsonNode node, List<Object> earlier) {
    Bare.Entries map = new Bare.Entries(node.get(1).textValue());
    earlier.add(map);
    node.get(2)
        .forEach(
            entry -> {
              map.keys.add(value(entry.get(0), earlier));
              map.values.add(value(entry.get(1), earlier));
            });
    return map;
  }

  private static Object object(JsonNode node, List<Object> earlier) {
    Bare.Fields object = new Bare.Fields(node.get(1).textValue());
    earlier.add(object);
    node.get(2)
        .forEach(
            field -> {
              object.names.add(field.get(0).asText());
              object.values.add(value(field.get(1), earlier));
            });
    return object;
  }
}
