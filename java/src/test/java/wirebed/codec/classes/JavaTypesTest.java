package wirebed.codec.classes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import wirebed.HandWritten;
import wirebed.bridge.Bare;
import wirebed.bridge.BareBridge;
import wirebed.bridge.ClassBridge;
import wirebed.tree.Tree;

/** Objects that hold values of the JDK's own classes (java/classes/types). */
class JavaTypesTest {
  @TempDir static Path folder;

  private static Tree tree;

  @BeforeAll
  static void compile() throws IOException {
    tree = HandWritten.compiled(folder, "types");
  }

  private static Object holder(String name, String field, Object value) throws Exception {
    Class<?> type = Class.forName("javatypes." + name, true, tree.loader());
    Object made = type.getDeclaredConstructor().newInstance();
    type.getField(field).set(made, value);
    return made;
  }

  private static ClassCodec codec(String id) {
    return ClassCodecs.all().stream()
        .filter(entry -> entry.id().equals(id))
        .findFirst()
        .orElseThrow()
        .open()
        .apply(tree);
  }

  /** The type in the view of what a codec reads in a field. */
  private static String typeRead(String id, String name, String field, Object value)
      throws Exception {
    Object written = holder(name, field, value);
    ClassCodec codec = codec(id);
    Object read = codec.decode(codec.encode(written), written.getClass());
    Bare.Fields seen = (Bare.Fields) BareBridge.build(ClassBridge.view(read));
    Object held = seen.values.get(seen.names.indexOf(field));
    return held instanceof Bare.Items list ? list.type : ((Bare.Entries) held).type;
  }

  @Test
  void aViewSaysWhichClassTheValueHas() throws Exception {
    List<Object> values =
        List.of(5, 5L, (short) 5, (byte) 5, 5f, 5d, 'x', "x", Arrays.asList(1), List.of(1, 2, 3));
    List<byte[]> views = new ArrayList<>();
    for (Object value : values) {
      byte[] view = ClassBridge.view(holder("HoldsObject", "held", value));
      views.forEach(other -> assertFalse(Arrays.equals(view, other), value.toString()));
      views.add(view);
    }
  }

  @Test
  void aViewIsBuiltIntoWhatItShows() throws Exception {
    Properties properties = new Properties(new Properties());
    properties.put("a", "1");
    for (Object holder :
        List.of(
            holder("HoldsObject", "held", (byte) -128),
            holder("HoldsObject", "held", new LinkedList<>(List.of(1))),
            holder("Arrays", "grid", new int[][] {{1, 2}, {}}),
            holder("Maps", "sorted", new TreeMap<>(Collections.reverseOrder())),
            holder("Settings", "properties", properties))) {
      byte[] view = ClassBridge.view(holder);
      assertArrayEquals(view, ClassBridge.view(ClassBridge.build(view, holder.getClass())));
    }
  }

  @Test
  void aMapThatKeepsItsOrderShowsIt() throws Exception {
    Map<String, Integer> map = new LinkedHashMap<>(Map.of("b", 1));
    map.put("a", 2);
    Map<String, Integer> other = new LinkedHashMap<>(Map.of("a", 2));
    other.put("b", 1);
    assertEquals(map, other);
    byte[] view = ClassBridge.view(holder("Maps", "linked", map));
    assertFalse(Arrays.equals(view, ClassBridge.view(holder("Maps", "linked", other))));
  }

  @Test
  void theClassOfAContainer() throws Exception {
    Object list = new LinkedList<>(List.of("x"));
    assertEquals("java.util.LinkedList", typeRead("java-serial/jdk", "Lists", "list", list));
    assertEquals("java.util.LinkedList", typeRead("hessian2/caucho", "Lists", "list", list));
    assertEquals("java.util.ArrayList", typeRead("hessian2/lite", "Lists", "list", list));
    assertEquals("java.util.ArrayList", typeRead("json/jackson", "Lists", "list", list));
    assertEquals("java.util.LinkedList", typeRead("xml/xstream", "Lists", "list", list));
  }

  /** A list of eight elements has another form in Hessian, whose type hessian-lite does use. */
  @Test
  void onlyAShortListLosesItsClassInHessianLite() throws Exception {
    Object list = new LinkedList<>(List.of("1", "2", "3", "4", "5", "6", "7", "8"));
    assertEquals("java.util.LinkedList", typeRead("hessian2/lite", "Lists", "list", list));
  }

  @Test
  void aClassAsAValueIsLoadedFromTheListOnly() throws Exception {
    Object listed = holder("Reflection", "type", String.class);
    Object other = holder("Reflection", "type", Vector.class);
    for (String id :
        List.of("java-serial/jdk", "hessian2/caucho", "hessian2/lite", "json/jackson")) {
      ClassCodec codec = codec(id);
      byte[] view = ClassBridge.view(codec.decode(codec.encode(listed), listed.getClass()));
      assertArrayEquals(ClassBridge.view(listed), view, id);
      byte[] wire = codec.encode(other);
      assertThrows(Exception.class, () -> codec.decode(wire, other.getClass()), id);
    }
    ClassCodec xstream = codec("xml/xstream");
    byte[] wire = xstream.encode(other);
    assertThrows(Exception.class, () -> xstream.decode(wire, other.getClass()));
  }

  /** Hashing an object that holds others can take unbounded time. */
  @Test
  void whatIsHashedHoldsNoOthers() throws Exception {
    Set<Object> inner = new LinkedHashSet<>(List.of("x"));
    List<Object> hashing =
        List.of(
            new LinkedHashSet<>(Set.of(inner)),
            new HashMap<>(Map.of(inner, 1)),
            new HashSet<>(Set.of(inner)),
            new LinkedHashMap<>(Map.of(inner, 1)),
            properties(inner));
    for (String id : List.of("java-serial/jdk", "hessian2/caucho", "hessian2/lite")) {
      ClassCodec codec = codec(id);
      for (Object value : hashing) {
        Object holder = holder("HoldsObject", "held", value);
        byte[] wire = codec.encode(holder);
        assertThrows(Exception.class, () -> codec.decode(wire, holder.getClass()), id);
      }
    }
  }

  private static Properties properties(Object key) {
    Properties properties = new Properties();
    properties.put(key, 1);
    return properties;
  }
}
