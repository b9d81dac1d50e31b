package wirebed.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import wirebed.Interop;
import wirebed.tree.MessageType;

/** Readers check the elements of sets and the keys of maps before they hash them. */
class GuardedTest {
  private static final MessageType NODE = Interop.type("interop.Node");

  static Stream<Codec> codecs() {
    return Stream.of(
        new JavaSerial(Interop.TREE),
        new Hessian2Caucho(Interop.TREE),
        new Hessian2Lite(Interop.TREE));
  }

  private static Object again(Codec codec, Object value) throws Exception {
    return codec.decode(codec.encode(value, NODE, Map.of()), NODE, Map.of());
  }

  private static Object node() throws ReflectiveOperationException {
    return NODE.plainClass().getConstructor().newInstance();
  }

  private static void set(Object node, String field, Class<?> type, Object value)
      throws ReflectiveOperationException {
    node.getClass().getMethod("set" + field, type).invoke(node, value);
  }

  /** Each level below a node holds the next one twice: hashing it takes 2^50 steps. */
  private static void deepen(Object node) throws ReflectiveOperationException {
    Object upper = node;
    for (int i = 0; i < 50; i++) {
      Object lower = node();
      set(upper, "Next", NODE.plainClass(), lower);
      set(upper, "Others", List.class, new ArrayList<>(List.of(lower)));
      upper = lower;
    }
  }

  private static void refused(Codec codec, Object value) throws Exception {
    byte[] wire = codec.encode(value, NODE, Map.of());
    IOException refused =
        assertTimeoutPreemptively(
            Duration.ofSeconds(60),
            () -> assertThrows(IOException.class, () -> codec.decode(wire, NODE, Map.of())));
    assertTrue(refused.getMessage().contains("in a set or as a key"), refused.getMessage());
  }

  @Test
  void aGuardMakesNoOtherSetOrMapThanAFieldDeclares() throws Exception {
    var guarded = new wirebed.codec.hessian.caucho.Guarded(Interop.TREE.loader(), List.of());
    for (Class<?> type : List.of(Set.class, HashSet.class, Map.class, HashMap.class)) {
      assertTrue(type.isAssignableFrom(guarded.getDeserializer(type).getType()), type.getName());
    }
    for (Class<?> type : List.of(TreeSet.class, LinkedHashMap.class)) {
      Exception refused = assertThrows(IOException.class, () -> guarded.getDeserializer(type));
      assertTrue(refused.getMessage().endsWith("makes a " + type.getName()));
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void aBeanInASetIsRefusedAtOnce(Codec codec) throws Exception {
    Object node = node();
    Set<Object> set = new HashSet<>(Set.of(node));
    deepen(node);
    refused(codec, set);
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void aBeanAsAKeyIsRefusedAtOnce(Codec codec) throws Exception {
    Object node = node();
    Map<Object, Object> map = new HashMap<>(Map.of(node, "value"));
    deepen(node);
    refused(codec, map);
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void collectionsAndArraysInASetOrAsAKeyAreRefused(Codec codec) throws Exception {
    refused(codec, new HashSet<>(Set.of(new ArrayList<>(List.of("a")))));
    refused(codec, new HashSet<>(Set.of(new HashMap<>(Map.of("a", "b")))));
    refused(codec, new HashMap<>(Map.of(new HashSet<>(Set.of("a")), "b")));
  }

  /** A map as a key is refused, both untyped and of an unknown type: {{}: null}. */
  @Test
  void aMapAsAKeyIsRefusedInHessian() throws Exception {
    for (Codec codec : List.of(new Hessian2Caucho(Interop.TREE), new Hessian2Lite(Interop.TREE))) {
      for (String hex : List.of("48485a4e5a", "4d03666f6f485a4e5a")) {
        byte[] wire = HexFormat.of().parseHex(hex);
        assertThrows(InvalidObjectException.class, () -> codec.decode(wire, NODE, Map.of()), hex);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void scalarsAndEnumsAreElementsAndKeys(Codec codec) throws Exception {
    Object suit =
        Class.forName("interop.plain.Suit", true, Interop.TREE.loader()).getEnumConstants()[0];
    Set<Object> leaves =
        new HashSet<>(List.of("text", "", 1, 1L << 40, 0.5, true, new BigDecimal("1.50"), suit));
    leaves.add(null);
    assertEquals(leaves, again(codec, leaves));
    Map<Object, Object> map = new HashMap<>();
    leaves.forEach(leaf -> map.put(leaf, new ArrayList<>(List.of(leaves))));
    assertEquals(map, again(codec, map));
    assertSame(HashMap.class, again(codec, map).getClass());
    assertSame(HashSet.class, again(codec, leaves).getClass());
  }

  /** A map whose value holds the map again is read as one map, and can be written again. */
  @Test
  void aMapThatContainsItselfIsRead() throws Exception {
    Codec codec = new JavaSerial(Interop.TREE);
    Object node = node();
    Map<Object, Object> map = new HashMap<>();
    set(node, "ByName", Map.class, map);
    map.put("a", node);
    Map<?, ?> read = (Map<?, ?>) again(codec, again(codec, map));
    Object inside = read.get("a");
    Map<?, ?> held = (Map<?, ?>) inside.getClass().getMethod("getByName").invoke(inside);
    assertSame(inside, held.get("a"));
    assertEquals(1, held.size());
  }
}
