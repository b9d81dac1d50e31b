package wirebed.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.ObjectOutputStream;
import java.io.UTFDataFormatException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
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
import wirebed.bridge.ViewWriter;
import wirebed.codec.streams.ObjectStreams;
import wirebed.protocol.Model;
import wirebed.tree.MessageType;

class JavaExternalTest {
  private static final Codec NAIVE = JavaExternal.naive(Interop.TREE);
  private static final Codec TUNED = JavaExternal.tuned(Interop.TREE);
  private static final Codec CUSTOM = JavaExternal.custom(Interop.TREE);
  private static final Codec DIRECT = new JavaExternalDirect(Interop.TREE);

  private static final MessageType CONTACTS = Interop.type("interop.Contacts");
  private static final MessageType STOCK = Interop.type("interop.Stock");
  private static final MessageType NODE = Interop.type("interop.Node");
  private static final List<String> EMAILS = List.of("a@ext.com", "ü@ext.com");
  private static final List<String> PHONES = List.of("600000002", "+100600000001", "");

  static Stream<Codec> codecs() {
    return Stream.of(NAIVE, TUNED, CUSTOM, DIRECT);
  }

  /** The codecs that write an object, not only its content. */
  static Stream<Codec> whole() {
    return Stream.of(NAIVE, TUNED, CUSTOM);
  }

  @BeforeEach
  void forget() {
    Sentinel.wasRead = false;
  }

  private static byte[] contacts() {
    ViewWriter view = Interop.record("interop.Contacts");
    int number = 0;
    for (List<String> texts : List.of(EMAILS, PHONES)) {
      view.field(++number);
      view.set(texts.size());
      texts.stream()
          .sorted((a, b) -> a.length() == b.length() ? a.compareTo(b) : a.length() - b.length())
          .forEach(view::text);
    }
    view.end();
    return view.toByteArray();
  }

  private static byte[] encoded(Codec codec, MessageType type, byte[] view) throws Exception {
    return codec.encode(type.bridge(Model.PLAIN).build(view), type, Map.of());
  }

  private static Object decoded(Codec codec, MessageType type, byte[] wire) throws Exception {
    return codec.decode(wire, type, Map.of());
  }

  private static byte[] written(ObjectStreams.Writing body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      body.to(out);
    }
    return bytes.toByteArray();
  }

  /** The bytes with another class name, and with its length. */
  private static byte[] renamed(byte[] wire, Class<?> from, String to) {
    String old = (char) 0 + "" + (char) from.getName().length() + from.getName();
    return new String(wire, StandardCharsets.ISO_8859_1)
        .replace(old, (char) 0 + "" + (char) to.length() + to)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  @SuppressWarnings("unchecked")
  private static Set<String> get(Object contacts, String getter) throws Exception {
    return (Set<String>) contacts.getClass().getMethod(getter).invoke(contacts);
  }

  @Test
  void bytesAreThoseOfAClassThatWasWrittenByHand() throws Exception {
    Object plain = CONTACTS.bridge(Model.PLAIN).build(contacts());
    Set<String> emails = get(plain, "getEmails");
    Set<String> phones = get(plain, "getPhones");
    String name = CONTACTS.plainClass().getName();
    Externalizable tuned = new ByHand.Tuned(emails, phones);
    assertArrayEquals(
        renamed(
            written(out -> out.writeObject(new ByHand.Naive(emails, phones))),
            ByHand.Naive.class,
            name),
        NAIVE.encode(plain, CONTACTS, Map.of()));
    assertArrayEquals(
        renamed(written(out -> out.writeObject(tuned)), ByHand.Tuned.class, name),
        TUNED.encode(plain, CONTACTS, Map.of()));
    assertArrayEquals(
        renamed(
            written(out -> out.writeObject(new ByHand.Custom(emails, phones))),
            ByHand.Custom.class,
            name),
        CUSTOM.encode(plain, CONTACTS, Map.of()));
    assertArrayEquals(written(tuned::writeExternal), DIRECT.encode(plain, CONTACTS, Map.of()));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void theArticlesObjectsComeBack(Codec codec) throws Exception {
    for (MessageType type : List.of(CONTACTS, STOCK)) {
      byte[] view = type == STOCK ? Interop.stock() : contacts();
      Object read = decoded(codec, type, encoded(codec, type, view));
      assertEquals(type.plainClass(), read.getClass());
      assertArrayEquals(view, type.bridge(Model.PLAIN).view(read));
    }
  }

  @Test
  void theArticlesStockHasTheseSizes() throws Exception {
    byte[] stock = Interop.stock();
    List<Integer> sizes = new ArrayList<>();
    for (Codec codec : List.of(NAIVE, TUNED, CUSTOM, DIRECT)) {
      sizes.add(encoded(codec, STOCK, stock).length);
    }
    assertEquals(List.of(1017, 345, 544, 290), sizes);
  }

  @Test
  void objectsThatAreWrittenKeepTheirIdentity() throws Exception {
    Bridge bridge = NODE.bridge(Model.PLAIN);
    for (Codec codec : List.of(NAIVE, CUSTOM)) {
      for (byte[] view : List.of(Interop.cycle(), rings())) {
        assertArrayEquals(view, bridge.view(decoded(codec, NODE, encoded(codec, NODE, view))));
      }
    }
  }

  /** A Node that is in its own list, map and array. */
  private static byte[] rings() {
    ViewWriter view = new ViewWriter();
    int first = Interop.node(view, "a");
    view.field(3);
    view.list(2);
    view.sameAs(first);
    view.sameAs(first);
    view.field(4);
    view.map(1);
    view.text("key");
    view.sameAs(first);
    view.field(5);
    view.list(1);
    view.sameAs(first);
    view.end();
    return view.toByteArray();
  }

  @Test
  void objectsWrittenInlineHaveNoCycles() throws Exception {
    for (Codec codec : List.of(TUNED, DIRECT)) {
      assertThrows(StackOverflowError.class, () -> encoded(codec, NODE, Interop.cycle()));
      theArticlesObjectsComeBack(codec);
    }
  }

  @Test
  void textIsAsLongAsWriteUtfAllows() throws Exception {
    MessageType type = Interop.type("interop.Testobject");
    for (Codec codec : List.of(TUNED, DIRECT, CUSTOM)) {
      byte[] longest = testobject("x".repeat(65_535));
      Object read = decoded(codec, type, encoded(codec, type, longest));
      assertArrayEquals(longest, type.bridge(Model.PLAIN).view(read));
      assertThrows(
          UTFDataFormatException.class, () -> encoded(codec, type, testobject("x".repeat(65_536))));
    }
    encoded(NAIVE, type, testobject("x".repeat(65_536)));
  }

  private static byte[] testobject(String text) {
    ViewWriter view = Interop.record("interop.Testobject");
    view.field(1);
    view.text(text);
    view.field(2);
    view.integer(0);
    view.field(3);
    view.integer(0);
    view.end();
    return view.toByteArray();
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void everyTruncationIsRejected(Codec codec) throws Exception {
    byte[] wire = encoded(codec, STOCK, Interop.stock());
    for (int length = 0; length < wire.length; length++) {
      byte[] cut = Arrays.copyOf(wire, length);
      assertThrows(Exception.class, () -> decoded(codec, STOCK, cut), "cut to " + length);
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void bytesAfterTheValueAreRefused(Codec codec) throws Exception {
    byte[] wire = encoded(codec, CONTACTS, contacts());
    for (byte one : new byte[] {0, 0x70, 0x77, 0x78}) {
      byte[] longer = Arrays.copyOf(wire, wire.length + 1);
      longer[wire.length] = one;
      assertThrows(IOException.class, () -> decoded(codec, CONTACTS, longer));
    }
  }

  @ParameterizedTest
  @MethodSource("whole")
  void noClassOutsideTheListIsRead(Codec codec) throws Exception {
    byte[] alone = written(out -> out.writeObject(new Sentinel()));
    InvalidClassException refused =
        assertThrows(InvalidClassException.class, () -> decoded(codec, CONTACTS, alone));
    assertTrue(refused.getMessage().contains("filter status: REJECTED"));

    // The bytes are after the fields of the class, where readers skip unknown content.
    byte[] wire = encoded(codec, CONTACTS, contacts());
    ByteBuffer longer = ByteBuffer.allocate(wire.length + alone.length - 4);
    longer.put(wire, 0, wire.length - 1).put(alone, 4, alone.length - 4).put(wire[wire.length - 1]);
    assertThrows(InvalidClassException.class, () -> decoded(codec, CONTACTS, longer.array()));
    assertFalse(Sentinel.wasRead);
  }

  @Test
  void noClassOutsideTheListIsReadInAField() throws Exception {
    byte[] wire = written(out -> out.writeObject(new ByHand.Naive(Set.of(), Set.of())));
    for (Object field : List.of(new Sentinel(), new Sentinel[1], List.of(new Sentinel()))) {
      byte[] alone = written(out -> out.writeObject(field));
      // A class descriptor and its end, then the fields.
      int head = 4 + 2 + 2 + ByHand.Naive.class.getName().length() + 8 + 1 + 2 + 1 + 1;
      ByteBuffer longer = ByteBuffer.allocate(head + alone.length - 4);
      longer.put(wire, 0, head).put(alone, 4, alone.length - 4);
      byte[] hostile = renamed(longer.array(), ByHand.Naive.class, "interop.plain.Contacts");
      assertThrows(InvalidClassException.class, () -> decoded(NAIVE, CONTACTS, hostile));
    }
    assertFalse(Sentinel.wasRead);
  }

  @Test
  void theStandInsOfOtherFormsAreNotRead() throws Exception {
    byte[] wire = encoded(CUSTOM, CONTACTS, contacts());
    assertThrows(InvalidClassException.class, () -> decoded(TUNED, CONTACTS, wire));
    assertThrows(IOException.class, () -> decoded(DIRECT, CONTACTS, wire));
  }

  @Test
  void noMemoryIsReservedForClaimedSizes() throws Exception {
    for (String message : List.of("interop.Contacts", "interop.Arrays", "interop.Blob")) {
      MessageType type = Interop.type(message);
      for (int size : new int[] {Integer.MAX_VALUE, 1_000_000, -1}) {
        byte[] wire = written(out -> out.writeInt(size));
        long before = Allocated.bytes();
        IOException refused = assertThrows(IOException.class, () -> decoded(DIRECT, type, wire));
        assertEquals(size < 0, refused instanceof InvalidObjectException);
        assertTrue(Allocated.bytes() - before < 1_000_000, message);
      }
    }
  }

  @Test
  void nestingWithoutEndIsRejected() throws Exception {
    byte[] deep =
        written(
            out -> {
              for (int i = 0; i < 200_000; i++) {
                out.writeUTF("");
                out.writeBoolean(true);
              }
            });
    assertThrows(StackOverflowError.class, () -> decoded(DIRECT, NODE, deep));
    theArticlesObjectsComeBack(DIRECT);
  }
}
