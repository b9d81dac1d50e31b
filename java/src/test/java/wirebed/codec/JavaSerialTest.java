package wirebed.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import wirebed.Interop;
import wirebed.bridge.Bridge;
import wirebed.codec.classes.JavaSerialClasses;
import wirebed.protocol.Model;
import wirebed.tree.MessageType;

class JavaSerialTest {
  interface Entry {
    Object read(byte[] wire) throws Exception;
  }

  private static final JavaSerial CODEC = new JavaSerial(Interop.TREE);
  private static final MessageType STOCK = Interop.type("interop.Stock");

  /** Every way in which a peer reads the JDK's object streams. */
  static Stream<Entry> entries() {
    JavaSerialClasses classes = new JavaSerialClasses(Interop.TREE);
    return Stream.of(
        wire -> CODEC.decode(wire, STOCK, Map.of()), wire -> classes.decode(wire, Object.class));
  }

  @BeforeEach
  void forget() {
    Sentinel.wasRead = false;
  }

  private static byte[] written(Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    return bytes.toByteArray();
  }

  private static byte[] encoded(MessageType type, byte[] view) throws IOException {
    return CODEC.encode(type.bridge(Model.PLAIN).build(view), type, Map.of());
  }

  @Test
  void theArticlesStockHas941Bytes() throws Exception {
    assertEquals(941, encoded(STOCK, Interop.stock()).length);
  }

  @Test
  void theArticlesTestobjectHas109Bytes() throws Exception {
    MessageType type = Interop.type("interop.Testobject");
    assertEquals(109, encoded(type, Interop.testobject()).length);
  }

  @Test
  void theStockComesBack() throws Exception {
    Object read = CODEC.decode(encoded(STOCK, Interop.stock()), STOCK, Map.of());
    assertArrayEquals(Interop.stock(), STOCK.bridge(Model.PLAIN).view(read));
  }

  @Test
  void aCycleComesBack() throws Exception {
    MessageType node = Interop.type("interop.Node");
    Bridge bridge = node.bridge(Model.PLAIN);
    Object read = CODEC.decode(encoded(node, Interop.cycle()), node, Map.of());
    assertArrayEquals(Interop.cycle(), bridge.view(read));
  }

  @Test
  void trailingBytesAreRefused() throws Exception {
    byte[] wire = encoded(STOCK, Interop.stock());
    byte[] longer = Arrays.copyOf(wire, wire.length + 1);
    assertThrows(IOException.class, () -> CODEC.decode(longer, STOCK, Map.of()));
  }

  @Test
  void withoutAFilterTheSentinelIsRead() throws Exception {
    byte[] wire = written(new Sentinel());
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(wire))) {
      in.readObject();
    }
    assertTrue(Sentinel.wasRead);
  }

  @ParameterizedTest
  @MethodSource("entries")
  void noClassOutsideTheListIsRead(Entry entry) throws Exception {
    for (Object value :
        List.of(
            new Sentinel(),
            new Sentinel[] {new Sentinel()},
            new ArrayList<>(List.of(new Sentinel())),
            new HashSet<>(Set.of(new Sentinel())),
            new HashMap<>(Map.of("key", new Sentinel())),
            new HashMap<>(Map.of(new Sentinel(), "value")))) {
      byte[] wire = written(value);
      InvalidClassException refused =
          assertThrows(InvalidClassException.class, () -> entry.read(wire));
      assertTrue(refused.getMessage().contains("filter status: REJECTED"));
    }
    assertFalse(Sentinel.wasRead);
  }

  /** The names are those of gadgets. A class that is not on the class path cannot be made. */
  @ParameterizedTest
  @MethodSource("entries")
  void aMissingClassIsNotMade(Entry entry) throws Exception {
    for (String name :
        List.of(
            "org.apache.commons.collections.functors.InvokerTransformer",
            "org.apache.commons.collections.functors.ChainedTransformer",
            "org.apache.commons.collections.keyvalue.TiedMapEntry",
            "org.apache.commons.collections4.comparators.TransformingComparator")) {
      byte[] wire = renamed(written(new Sentinel()), name);
      assertThrows(ClassNotFoundException.class, () -> entry.read(wire));
    }
    assertFalse(Sentinel.wasRead);
  }

  private static byte[] renamed(byte[] wire, String name) {
    String text = new String(wire, StandardCharsets.ISO_8859_1);
    String old = Sentinel.class.getName();
    return text.replace(
            (char) 0 + "" + (char) old.length() + old, (char) 0 + "" + (char) name.length() + name)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @MethodSource("entries")
  void anArrayLongerThanTheStreamIsRefused(Entry entry) throws Exception {
    byte[] wire = written(new byte[] {1, 2, 3});
    wire[wire.length - 7] = 0x7f; // the first byte of its length
    InvalidClassException refused =
        assertThrows(InvalidClassException.class, () -> entry.read(wire));
    assertTrue(refused.getMessage().contains("filter status: REJECTED"));
  }

  /** Each array and list claims as many elements as the stream has bytes. */
  @ParameterizedTest
  @MethodSource("entries")
  void noMemoryIsReservedTwiceForTheSameBytes(Entry entry) throws Exception {
    byte[] array = written(new Object[1]);
    byte[] list = written(new ArrayList<>(Arrays.asList(new Object[1])));
    byte[] again = {0x75, 0x71, 0x00, 0x7e, 0x00, 0x00};
    byte[] listAgain = {0x73, 0x71, 0x00, 0x7e, 0x00, 0x00};
    for (boolean isArray : new boolean[] {true, false}) {
      ByteBuffer bytes = ByteBuffer.allocate(400_000);
      byte[] one = isArray ? array : list;
      // The bytes up to the one element, with a length that could be right only once.
      bytes.put(one, 0, one.length - (isArray ? 5 : 12));
      for (int i = 0; i < 400; i++) {
        bytes.putInt(390_000);
        if (!isArray) {
          bytes.put(one, one.length - 8, 2).putInt(390_000);
        }
        bytes.put(isArray ? again : listAgain);
      }
      long before = Allocated.bytes();
      InvalidClassException refused =
          assertThrows(InvalidClassException.class, () -> entry.read(bytes.array()));
      assertTrue(refused.getMessage().contains("filter status: REJECTED"));
      assertTrue(Allocated.bytes() - before < 8_000_000, "" + isArray);
    }
  }

  @ParameterizedTest
  @MethodSource("entries")
  void elementsOfOneByteAreAllRead(Entry entry) throws Exception {
    Object[] nothing = new Object[100_000];
    assertArrayEquals(nothing, (Object[]) entry.read(written(nothing)));
    List<Object> lists = new ArrayList<>(List.of(new ArrayList<>(Arrays.asList(nothing))));
    assertEquals(lists, entry.read(written(lists)));
  }

  @ParameterizedTest
  @MethodSource("entries")
  void tooDeepNestingIsRefused(Entry entry) throws Exception {
    byte[] one = written(new Object[1]);
    // An array of one element, which is an array of the same class again.
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(one, 0, one.length - 1);
    for (int i = 0; i < 600; i++) {
      bytes.write(new byte[] {0x75, 0x71, 0x00, 0x7e, 0x00, 0x00, 0, 0, 0, 1});
    }
    bytes.write(0x70);
    InvalidClassException refused =
        assertThrows(InvalidClassException.class, () -> entry.read(bytes.toByteArray()));
    assertTrue(refused.getMessage().contains("filter status: REJECTED"));
  }

  /**
   * Each level holds the one below it in two sets, so reading would hash the lowest one 2^50 times.
   */
  @ParameterizedTest
  @MethodSource("entries")
  void setsOfSetsAreRefusedAtOnce(Entry entry) throws Exception {
    byte[] wire = written(nested(50));
    assertThrows(InvalidObjectException.class, () -> entry.read(wire));
  }

  private static Set<Object> nested(int levels) {
    Set<Object> root = new HashSet<>();
    Set<Object> first = root;
    Set<Object> second = new HashSet<>();
    for (int i = 0; i < levels; i++) {
      Set<Object> left = new HashSet<>();
      Set<Object> right = new HashSet<>();
      left.add("other than the right");
      first.add(left);
      first.add(right);
      second.add(left);
      second.add(right);
      first = left;
      second = right;
    }
    return root;
  }
}
