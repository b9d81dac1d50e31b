package wirebed.codec.classes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import wirebed.HandWritten;
import wirebed.bridge.Bare;
import wirebed.bridge.BareBridge;
import wirebed.bridge.ClassBridge;
import wirebed.tree.Tree;

/** The effect in each format of each change of a class that was written by hand (java/classes). */
class ClassesTest {
  @TempDir static Path folder;

  private static Tree v1;
  private static Tree v2;

  @BeforeAll
  static void compileBothVersions() throws IOException {
    v1 = HandWritten.compiled(folder, "v1");
    v2 = HandWritten.compiled(folder, "v2");
  }

  /** The fields of the old class after it read new bytes, or the exception. */
  private static String forward(String format, String name, Object... fields) throws Exception {
    return read(format, name, v2, v1, fields);
  }

  private static String backward(String format, String name, Object... fields) throws Exception {
    return read(format, name, v1, v2, fields);
  }

  private static String read(String format, String name, Tree from, Tree to, Object... fields)
      throws Exception {
    Bare.Fields object = new Bare.Fields("evolution.classes." + name);
    for (int i = 0; i < fields.length; i += 2) {
      object.names.add((String) fields[i]);
      object.values.add(fields[i + 1]);
    }
    byte[] view = BareBridge.view(object);
    Class<?> written = Class.forName(object.type, true, from.loader());
    byte[] wire = codec(format, from).encode(ClassBridge.build(view, written));
    Class<?> expected = Class.forName(object.type, true, to.loader());
    Object value;
    try {
      value = codec(format, to).decode(wire, expected);
    } catch (Exception refused) {
      return refused.getClass().getSimpleName();
    }
    byte[] shown;
    try {
      shown = ClassBridge.view(expected.cast(value));
    } catch (ClassCastException polluted) {
      return "at use";
    }
    Bare.Fields seen = (Bare.Fields) BareBridge.build(shown);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < seen.names.size(); i++) {
      text.append(text.isEmpty() ? "" : " ").append(seen.names.get(i)).append('=');
      Object held = seen.values.get(i);
      text.append(held instanceof Bare.Items list ? list.items : held);
    }
    return text.toString();
  }

  private static ClassCodec codec(String format, Tree tree) {
    return ClassCodecs.all().stream()
        .filter(entry -> entry.about().format().equals(format))
        .findFirst()
        .orElseThrow()
        .open()
        .apply(tree);
  }

  @Test
  void initializersRunWhereTheConstructorDoes() throws Exception {
    assertEquals("kept=5 text=null number=0", backward("java-serial", "J01Initializer", "kept", 5));
    assertEquals("kept=5 text=null number=0", backward("hessian2", "J01Initializer", "kept", 5));
    assertEquals("kept=5 text=dflt number=42", backward("json", "J01Initializer", "kept", 5));
    assertEquals("kept=5", forward("java-serial", "J01Initializer", "kept", 5));
    assertEquals("kept=5", forward("hessian2", "J01Initializer", "kept", 5));
    assertEquals("UnrecognizedPropertyException", forward("json", "J01Initializer", "kept", 5));
  }

  @Test
  void aNewMethodChangesAVersionThatIsNotDeclared() throws Exception {
    assertEquals("InvalidClassException", backward("java-serial", "J13NoVersion", "kept", 5));
    assertEquals("InvalidClassException", forward("java-serial", "J13NoVersion", "kept", 5));
    for (String format : List.of("hessian2", "json")) {
      assertEquals("kept=5", backward(format, "J13NoVersion", "kept", 5));
      assertEquals("kept=5", forward(format, "J13NoVersion", "kept", 5));
    }
  }

  @Test
  void aFieldThatBecomesTransientIsDefaultFilled() throws Exception {
    Object[] fields = {"kept", 5, "gone", 7};
    assertEquals("kept=5 gone=0", backward("java-serial", "J16Transient", fields));
    assertEquals("kept=5 gone=0", forward("java-serial", "J16Transient", fields));
    assertEquals("kept=5 gone=0", backward("hessian2", "J16Transient", fields));
    assertEquals("kept=5 gone=0", forward("hessian2", "J16Transient", fields));
    assertEquals("kept=5 gone=42", forward("json", "J16Transient", fields));
  }

  @Test
  void onlyTheJdkLosesAFieldThatMovesToTheSuperclass() throws Exception {
    Object[] fields = {"moved", 5, "kept", 7};
    assertEquals("moved=0 kept=7", backward("java-serial", "J17Superclass", fields));
    assertEquals("moved=0 kept=7", forward("java-serial", "J17Superclass", fields));
    for (String format : List.of("hessian2", "json")) {
      assertEquals("moved=5 kept=7", backward(format, "J17Superclass", fields));
      assertEquals("moved=5 kept=7", forward(format, "J17Superclass", fields));
    }
  }

  @Test
  void onlyTheJdkReadsExternalizableInAnotherWay() throws Exception {
    Object[] fields = {"a", 7, "b", 8};
    assertEquals("InvalidClassException", backward("java-serial", "J18Externalizable", fields));
    assertEquals("InvalidClassException", forward("java-serial", "J18Externalizable", fields));
    for (String format : List.of("hessian2", "json")) {
      assertEquals("a=7 b=8", backward(format, "J18Externalizable", fields));
      assertEquals("a=7 b=8", forward(format, "J18Externalizable", fields));
    }
  }

  @Test
  void anAppendedIntIsMissedByTheNewAndSkippedByTheOld() throws Exception {
    assertEquals("EOFException", backward("java-serial", "J19Append", "a", 7));
    assertEquals("a=7", forward("java-serial", "J19Append", "a", 7, "b", 8));
    assertEquals("a=7 b=0", backward("hessian2", "J19Append", "a", 7));
  }

  @Test
  void swappedIntsAreReadAsEachOther() throws Exception {
    Object[] fields = {"a", 7, "b", 8};
    assertEquals("a=8 b=7", backward("java-serial", "J20Swap", fields));
    assertEquals("a=8 b=7", forward("java-serial", "J20Swap", fields));
    assertEquals("a=7 b=8", backward("hessian2", "J20Swap", fields));
    assertEquals("a=7 b=8", forward("json", "J20Swap", fields));
  }

  @Test
  void aStringIsAnObject() throws Exception {
    for (String format : List.of("java-serial", "hessian2", "json")) {
      assertEquals("value=abc", backward(format, "J26Object", "value", "abc"));
      assertEquals("value=abc", forward(format, "J26Object", "value", "abc"));
    }
    assertEquals("ClassCastException", forward("java-serial", "J26Object", "value", 5));
    assertEquals("value=5", forward("json", "J26Object", "value", 5));
  }

  @Test
  void onlyTheJdkChecksTheVersion() throws Exception {
    assertEquals("InvalidClassException", backward("java-serial", "J32Version", "kept", 5));
    assertEquals("kept=5", backward("hessian2", "J32Version", "kept", 5));
    assertEquals("kept=5", forward("json", "J32Version", "kept", 5));
  }

  @Test
  void recordsAreMatchedByComponent() throws Exception {
    assertEquals("kept=5 added=null", backward("java-serial", "JrComponent", "kept", 5));
    assertEquals("kept=5", forward("java-serial", "JrComponent", "kept", 5, "added", "x"));
    assertEquals("kept=5 added=null", backward("json", "JrComponent", "kept", 5));
    assertEquals("kept=5", backward("java-serial", "JrOrdinary", "kept", 5));
    assertEquals("kept=5", forward("java-serial", "JrOrdinary", "kept", 5));
  }

  @Test
  void noOtherClassIsLoaded() throws Exception {
    byte[] wire = codec("java-serial", v1).encode(new java.util.Random());
    try {
      codec("java-serial", v1).decode(wire, Object.class);
    } catch (java.io.InvalidClassException refused) {
      assertTrue(refused.getMessage().contains("filter status: REJECTED"));
      return;
    }
    throw new AssertionError("java.util.Random was read");
  }

  /** Seed S4 says that a Serializable class needs a constructor without arguments. */
  @Test
  void theNeedForAConstructorWithoutArguments() throws Exception {
    assertEquals("kept=5", backward("java-serial", "J36NoConstructor", "kept", 5));
    assertEquals(
        "InvalidClassException", backward("java-serial", "J37ExternalNoConstructor", "kept", 5));
    Object[] fields = {"inherited", 5, "kept", 7};
    assertEquals(
        "InvalidClassException", backward("java-serial", "J39ParentNoConstructor", fields));
    assertEquals(
        "inherited=5 kept=7", backward("java-serial", "J44ParentExternalNoConstructor", fields));
  }

  /** Seed S4 says that a Serializable class must handle the attributes of its parent. */
  @Test
  void fieldsOfAParent() throws Exception {
    Object[] fields = {"inherited", 5, "kept", 7};
    assertEquals("inherited=0 kept=7", backward("java-serial", "J38ParentSerializable", fields));
    assertEquals("inherited=42 kept=7", forward("java-serial", "J38ParentSerializable", fields));
    for (String name : List.of("J40ParentByHand", "J41ParentExternal")) {
      assertEquals("EOFException", backward("java-serial", name, fields));
      assertEquals("inherited=42 kept=7", forward("java-serial", name, fields));
    }
    assertEquals("inherited=5 kept=7", backward("hessian2", "J38ParentSerializable", fields));
  }

  /**
   * A reader that ignores the type of elements causes heap pollution, which shows when they are
   * used.
   */
  @Test
  void elementsAreOfTheirDeclaredType() throws Exception {
    for (String format : List.of("java-serial", "hessian2")) {
      assertEquals("at use", backward(format, "J42ListElements", "counts", list(1)));
      assertEquals("at use", forward(format, "J42ListElements", "counts", list(1L)));
      assertEquals("at use", backward(format, "J42ListElements", "names", list(7)));
      assertEquals("at use", forward(format, "J42ListElements", "names", list("x")));
      assertEquals("counts=[] names=null", backward(format, "J42ListElements", "counts", list()));
    }
    assertEquals("counts=[1] names=null", backward("json", "J42ListElements", "counts", list(1)));
    assertEquals("counts=null names=[7]", backward("json", "J42ListElements", "names", list(7)));
  }

  private static Bare.Items list(Object... values) {
    Bare.Items list = new Bare.Items(null);
    list.items.addAll(List.of(values));
    return list;
  }

  @Test
  void elementsAreOfTheirDeclaredTypeInEveryCollection() throws Exception {
    for (String name : List.of("list", "set", "nested", "wildcard", "keys", "values", "own")) {
      Holder<Integer> holder = new Holder<>();
      holder.pollute(name);
      Leaf polluted = new Leaf();
      polluted.held = holder;
      assertThrows(ClassCastException.class, () -> ClassBridge.view(polluted), name);
    }
    Leaf leaf = new Leaf();
    leaf.held = new Holder<>();
    leaf.held.own = new ArrayList<>(List.of(1));
    leaf.held.list = new LinkedList<>(List.of("a"));
    leaf.held.set = new TreeSet<>(List.of("b", "a"));
    leaf.held.keys = new TreeMap<>(Map.of("k", 1L));
    leaf.held.nested = new ArrayList<>(List.of(new ArrayList<>(List.of(1)), new LinkedList<>()));
    leaf.held.anything = Arrays.asList(1, "a");
    byte[] view = ClassBridge.view(leaf);
    assertArrayEquals(view, ClassBridge.view(ClassBridge.build(view, Leaf.class)));
  }

  /** A class written by hand can declare collections in these ways. */
  static class Holder<T> {
    List<String> list;
    Set<String> set;
    List<List<Integer>> nested;
    List<? extends Number> wildcard;
    Map<String, Long> keys;
    Map<String, Long> values;
    List<T> own;
    List<?> anything;

    @SuppressWarnings({"unchecked", "rawtypes"})
    void pollute(String field) {
      switch (field) {
        case "list" -> list = (List) List.of(1);
        case "set" -> set = (Set) Set.of(1);
        case "nested" -> nested = (List) List.of(List.of(1), List.of("x"));
        case "wildcard" -> wildcard = (List) List.of("x");
        case "keys" -> keys = (Map) Map.of(1, 1L);
        case "values" -> values = (Map) Map.of("k", 1);
        default -> own = (List) List.of("x");
      }
    }
  }

  static final class Leaf {
    Holder<Integer> held;
  }

  @Test
  void aListRefusesElementsOfAnotherType() throws Exception {
    Bare.Fields object = new Bare.Fields("evolution.classes.J42ListElements");
    object.names.add("names");
    object.values.add(list(1));
    byte[] view = BareBridge.view(object);
    Class<?> type = Class.forName(object.type, true, v2.loader());
    assertThrows(ClassCastException.class, () -> ClassBridge.build(view, type));
  }
}
