package wirebed.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Struct;
import com.google.protobuf.util.JsonFormat;
import jakarta.xml.bind.MarshalException;
import jakarta.xml.bind.UnmarshalException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import wirebed.Interop;
import wirebed.bridge.ViewWriter;
import wirebed.protocol.Model;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

class XmlJaxbTest {
  private static final XmlJaxb JDK = XmlJaxb.ofJdk(Interop.TREE, false);
  private static final XmlJaxb WOODSTOX = XmlJaxb.ofWoodstox(Interop.TREE, false);
  private static final XmlJaxbStreams STREAMS = new XmlJaxbStreams(Interop.TREE);
  private static final XmlJaxb JDK_XSD = XmlJaxb.ofJdk(Interop.TREE, true);
  private static final XmlJaxb WOODSTOX_XSD = XmlJaxb.ofWoodstox(Interop.TREE, true);
  private static final MessageType TESTOBJECT = Interop.type("interop.Testobject");
  private static final Path VECTORS = Path.of("../fixtures/vectors/xml-jaxb");

  record Vector(String name, String message, byte[] wire) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<JaxbCodec> all() {
    return Stream.of(JDK, WOODSTOX, STREAMS, JDK_XSD, WOODSTOX_XSD);
  }

  static Stream<JaxbCodec> lenient() {
    return Stream.of(JDK, WOODSTOX, STREAMS);
  }

  private static List<Vector> vectors(String file) throws Exception {
    List<Vector> vectors = new ArrayList<>();
    for (String line : Files.readAllLines(VECTORS.resolve(file))) {
      Struct.Builder json = Struct.newBuilder();
      JsonFormat.parser().merge(line, json);
      if (json.containsFields("hex")) {
        vectors.add(
            new Vector(
                json.getFieldsOrThrow("name").getStringValue(),
                json.getFieldsOrThrow("message").getStringValue(),
                HexFormat.of().parseHex(json.getFieldsOrThrow("hex").getStringValue())));
      }
    }
    return vectors;
  }

  static List<Vector> refused() throws Exception {
    return vectors("refused.jsonl");
  }

  static List<Vector> invalid() throws Exception {
    return vectors("invalid.jsonl");
  }

  private static String xml(JaxbCodec codec, MessageType type, byte[] view) throws Exception {
    byte[] wire = codec.encode(type.bridge(Model.PLAIN).build(view), type, Map.of());
    return new String(wire, StandardCharsets.UTF_8);
  }

  private static byte[] view(JaxbCodec codec, MessageType type, String xml) throws Exception {
    byte[] wire = xml.getBytes(StandardCharsets.UTF_8);
    return type.bridge(Model.PLAIN).view(codec.decode(wire, type, Map.of()));
  }

  private static byte[] testobject(String a, long b, long c) {
    ViewWriter view = Interop.record("interop.Testobject");
    view.field(1);
    view.text(a);
    view.field(2);
    view.integer(b);
    view.field(3);
    view.integer(c);
    view.end();
    return view.toByteArray();
  }

  private static String document(String text) {
    return "<Testobject><a>" + text + "</a><b>100</b><c>42</c></Testobject>";
  }

  @Test
  void theVersionNamesTheParser() {
    for (CodecEntry entry : Codecs.all()) {
      if (entry.about().format().equals("xml-jaxb")) {
        String version = entry.introduce().getVersion();
        boolean woodstox = entry.about().library().startsWith("woodstox");
        String jdk = "+jdk." + System.getProperty("java.version");
        assertTrue(
            woodstox ? version.matches("[\\d.]+\\+woodstox\\.[\\d.]+") : version.endsWith(jdk),
            version);
      }
    }
  }

  @Test
  void anElementForEachFieldInOrder() throws Exception {
    assertEquals(
        "<?xml version=\"1.0\" ?>" + document("abc"), xml(JDK, TESTOBJECT, Interop.testobject()));
    assertEquals(
        "<?xml version='1.0' encoding='UTF-8'?>" + document("abc"),
        xml(WOODSTOX, TESTOBJECT, Interop.testobject()));
    assertEquals(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>" + document("abc"),
        xml(STREAMS, TESTOBJECT, Interop.testobject()));
  }

  @ParameterizedTest
  @MethodSource("all")
  void theStockComesBack(JaxbCodec codec) throws Exception {
    MessageType stock = Interop.type("interop.Stock");
    assertArrayEquals(Interop.stock(), view(codec, stock, xml(JDK, stock, Interop.stock())));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void documentsThatNoReaderAcceptsAreRefusedAtOnce(Vector vector) {
    MessageType type = Interop.type(vector.message());
    all()
        .forEach(
            codec ->
                assertTimeoutPreemptively(
                    Duration.ofSeconds(60),
                    () ->
                        assertThrows(
                            Exception.class, () -> codec.decode(vector.wire(), type, Map.of()))));
  }

  /** These documents are refused only with a schema: without one, JAXB reads all of them. */
  @ParameterizedTest
  @MethodSource("invalid")
  void onlyASchemaRefusesTheseDocuments(Vector vector) throws Exception {
    MessageType type = Interop.type(vector.message());
    for (JaxbCodec codec : List.of(JDK_XSD, WOODSTOX_XSD)) {
      assertThrows(UnmarshalException.class, () -> codec.decode(vector.wire(), type, Map.of()));
    }
    for (JaxbCodec codec : List.of(JDK, WOODSTOX, STREAMS)) {
      codec.decode(vector.wire(), type, Map.of());
    }
  }

  @ParameterizedTest
  @MethodSource("lenient")
  void withoutASchemaInvalidNumbersAreReadSilently(JaxbCodec codec) throws Exception {
    String letters = document("abc").replace("100", "x");
    assertArrayEquals(testobject("abc", 0, 42), view(codec, TESTOBJECT, letters));
    String beyond = document("abc").replace("100", "4294967301");
    assertArrayEquals(testobject("abc", 5, 42), view(codec, TESTOBJECT, beyond));
  }

  @Test
  void onlyTheJdksWriterWritesACarriageReturnAsItIs() throws Exception {
    byte[] value = testobject("a\rb", 100, 42);
    assertTrue(xml(JDK, TESTOBJECT, value).contains("<a>a\rb</a>"));
    assertArrayEquals(
        testobject("a\nb", 100, 42), view(JDK, TESTOBJECT, xml(JDK, TESTOBJECT, value)));
    assertTrue(xml(WOODSTOX, TESTOBJECT, value).contains("<a>a&#xd;b</a>"));
    assertArrayEquals(value, view(WOODSTOX, TESTOBJECT, xml(WOODSTOX, TESTOBJECT, value)));
    assertTrue(xml(STREAMS, TESTOBJECT, value).contains("<a>a&#13;b</a>"));
    assertArrayEquals(value, view(STREAMS, TESTOBJECT, xml(STREAMS, TESTOBJECT, value)));
  }

  @Test
  void onlyWoodstoxRefusesCharactersThatXmlCannotHold() throws Exception {
    byte[] value = testobject("\u0001", 100, 42);
    assertThrows(MarshalException.class, () -> xml(WOODSTOX, TESTOBJECT, value));
    String written = xml(JDK, TESTOBJECT, value);
    assertThrows(UnmarshalException.class, () -> view(JDK, TESTOBJECT, written));
  }

  @Test
  void aStreamWithADocumentTypeIsRefusedByTheParser() {
    String xml = "<!DOCTYPE Testobject>" + document("abc");
    UnmarshalException refused =
        assertThrows(UnmarshalException.class, () -> view(STREAMS, TESTOBJECT, xml));
    assertTrue(refused.getCause().getMessage().contains("DOCTYPE is disallowed"));
  }

  /**
   * JAXB finds the cycle, and overflows the stack while it builds its message with every bean's
   * toString.
   */
  @Test
  void aCycleIsRefused() {
    MessageType node = Interop.type("interop.Node");
    StackOverflowError refused =
        assertThrows(StackOverflowError.class, () -> xml(JDK, node, Interop.cycle()));
    assertTrue(
        Stream.of(refused.getStackTrace())
            .anyMatch(frame -> frame.getMethodName().equals("toString")));
  }

  @Test
  void woodstoxLimitsTheDepthOfElements() {
    MessageType node = Interop.type("interop.Node");
    String xml = "<Node>" + "<next>".repeat(100_000) + "</next>".repeat(100_000) + "</Node>";
    assertThrows(UnmarshalException.class, () -> view(WOODSTOX, node, xml));
    assertThrows(Throwable.class, () -> view(JDK, node, xml));
  }

  @Test
  void anUnusedTreeIsCollected() throws Exception {
    Tree tree = new Tree(Interop.FOLDER);
    MessageType type = tree.type("interop.Testobject");
    Object plain = type.bridge(Model.PLAIN).build(Interop.testobject());
    byte[] wire = XmlJaxb.ofJdk(tree, true).encode(plain, type, Map.of());
    XmlJaxb.ofJdk(tree, true).decode(wire, type, Map.of());
    WeakReference<Tree> kept = new WeakReference<>(tree);
    tree = null;
    type = null;
    for (int i = 0; i < 50 && kept.get() != null; i++) {
      System.gc();
      Thread.sleep(20);
    }
    assertNull(kept.get());
  }
}
