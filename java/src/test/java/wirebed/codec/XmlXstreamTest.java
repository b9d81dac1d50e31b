package wirebed.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.thoughtworks.xstream.XStream;
import com.thoughtworks.xstream.XStreamException;
import com.thoughtworks.xstream.security.AnyTypePermission;
import com.thoughtworks.xstream.security.ForbiddenClassException;
import com.thoughtworks.xstream.security.InputManipulationException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import wirebed.Interop;
import wirebed.bridge.ViewWriter;
import wirebed.protocol.Model;
import wirebed.tree.MessageType;

class XmlXstreamTest {
  private static final XmlXstream CODEC = XmlXstream.shape(Interop.TREE);
  private static final XmlXstream LEAN = XmlXstream.lean(Interop.TREE);
  private static final MessageType STOCK = Interop.type("interop.Stock");
  private static final String GADGET = "org.apache.commons.collections.functors.InvokerTransformer";

  /** The article's document, in the time zone of its XStream: EST and EDT. */
  private static byte[] article() {
    return Interop.stock(
        160500765761L, 5153565762L, 42042765762L, 79021965762L, 116001165762L, 152897565762L);
  }

  private static String xml(XmlXstream codec, MessageType type, byte[] view) throws Exception {
    byte[] wire = codec.encode(type.bridge(Model.PLAIN).build(view), type, Map.of());
    return new String(wire, StandardCharsets.UTF_8);
  }

  private static Object read(String xml) throws Exception {
    return CODEC.decode(xml.getBytes(StandardCharsets.UTF_8), STOCK, Map.of());
  }

  private static byte[] view(XmlXstream codec, MessageType type, String xml) throws Exception {
    byte[] wire = xml.getBytes(StandardCharsets.UTF_8);
    return type.bridge(Model.PLAIN).view(codec.decode(wire, type, Map.of()));
  }

  @BeforeEach
  void forget() {
    Sentinel.wasRead = false;
  }

  @Test
  void theArticlesStockHas1837Characters() throws Exception {
    String xml = xml(CODEC, STOCK, article());
    assertEquals(1837, xml.length());
    assertTrue(xml.startsWith("<Stock>\n  <symbol>ABCD</symbol>\n"), xml);
    assertTrue(xml.contains("<date>1975-02-01 15:32:45.761 UTC</date>"), xml);
    assertArrayEquals(article(), view(CODEC, STOCK, xml));
  }

  @Test
  void leanHasNoWhiteSpaceAndShortNames() throws Exception {
    String xml = xml(LEAN, STOCK, article());
    assertEquals(1328, xml.length());
    assertArrayEquals(article(), view(LEAN, STOCK, xml));
    String node = xml(LEAN, Interop.type("interop.Node"), Interop.cycle());
    assertTrue(node.startsWith("<Node><name>a</name><next reference=\"..\"/>"), node);
  }

  @Test
  void aCycleComesBack() throws Exception {
    MessageType node = Interop.type("interop.Node");
    String xml = xml(CODEC, node, Interop.cycle());
    assertTrue(xml.contains("<next reference=\"..\"/>"), xml);
    assertArrayEquals(Interop.cycle(), view(CODEC, node, xml));
  }

  /** There are no leading zeros: .7 is seven milliseconds, not seven hundred. */
  @Test
  void millisecondsAreANumber() throws Exception {
    String xml = xml(CODEC, STOCK, Interop.stock(1007, 7, 70, 700, 0, 12));
    for (String date : "01.7 00.7 00.70 00.700 00.0 00.12".split(" ")) {
      assertTrue(xml.contains("<date>1970-01-01 00:00:" + date + " UTC</date>"), xml);
    }
    assertArrayEquals(Interop.stock(1007, 7, 70, 700, 0, 12), view(CODEC, STOCK, xml));
  }

  /**
   * The default writer accepts characters that XML does not allow; the StAX driver refuses to read
   * them.
   */
  @Test
  void charactersThatXmlCannotHoldAreWrittenButNotRead() throws Exception {
    MessageType type = Interop.type("interop.Testobject");
    ViewWriter view = Interop.record("interop.Testobject");
    view.field(1);
    view.text("a\0b\uffff");
    view.end();
    String xml = xml(CODEC, type, view.toByteArray());
    assertTrue(xml.contains("<a>a&#x0;b&#xffff;</a>"), xml);
    assertThrows(XStreamException.class, () -> view(CODEC, type, xml));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<Stock/>x", "<Stock/><Stock/>", "<Stock>", "", "<Stock/>&amp;"})
  void aDocumentWithoutExactlyOneRootIsRefused(String xml) {
    assertThrows(Exception.class, () -> read(xml));
  }

  @Test
  void unknownElementsAreSkipped() throws Exception {
    assertEquals(
        read("<Stock><symbol>x</symbol></Stock>"),
        read("<Stock><new><deeper>1</deeper></new><symbol>x</symbol></Stock>"));
  }

  @Test
  void withoutAListTheSentinelIsRead() {
    XStream open = new XStream();
    open.addPermission(AnyTypePermission.ANY);
    open.fromXML(
        "<wirebed.codec.Sentinel serialization=\"custom\"><wirebed.codec.Sentinel><default/>"
            + "</wirebed.codec.Sentinel></wirebed.codec.Sentinel>");
    assertTrue(Sentinel.wasRead);
  }

  /** Every place where a document may name a class. */
  static Stream<String> places() {
    return Stream.of(
        "<%s/>",
        "<%s serialization=\"custom\"><%<s><default/></%<s></%<s>",
        "<Stock><%s/></Stock>",
        "<Stock><symbol class=\"%s\"/></Stock>",
        "<Stock><symbol resolves-to=\"%s\"/></Stock>",
        "<Stock><symbol defined-in=\"%s\"/></Stock>",
        "<Stock><fiveYearPrices><%s/></fiveYearPrices></Stock>",
        "<Stock><fiveYearPrices class=\"[L%s;\"/></Stock>",
        "<Stock><fiveYearPrices><Price class=\"%s\"/></fiveYearPrices></Stock>",
        "<Stock class=\"%s\"/>");
  }

  @ParameterizedTest
  @MethodSource("places")
  void noClassOutsideTheListIsRead(String place) {
    String xml = place.formatted(Sentinel.class.getName());
    for (XmlXstream codec : new XmlXstream[] {CODEC, LEAN}) {
      assertThrows(ForbiddenClassException.class, () -> view(codec, STOCK, xml));
    }
    assertFalse(Sentinel.wasRead);
  }

  /** The content of an unknown element is skipped without reading it. */
  @Test
  void noClassIsReadInAnUnknownElement() throws Exception {
    String sentinel = Sentinel.class.getName();
    read("<Stock><new class=\"%s\"><%<s/></new></Stock>".formatted(sentinel));
    assertFalse(Sentinel.wasRead);
  }

  @ParameterizedTest
  @MethodSource("places")
  void aMissingClassIsNotMade(String place) throws Exception {
    String xml = place.formatted(GADGET);
    if (xml.startsWith("<Stock><" + GADGET)) { // the name of an unknown field, too
      assertEquals(read("<Stock/>"), read(xml));
    } else {
      assertThrows(XStreamException.class, () -> read(xml));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dynamic-proxy",
        "java.beans.EventHandler",
        "java.lang.ProcessBuilder",
        "java.util.PriorityQueue",
        "javax.naming.InitialContext",
        "tree-map",
        "sorted-set",
        "java-class",
        "method",
        "file",
        "url",
        "list",
        "map",
        "object-array"
      })
  void noClassOfTheJdkOutsideTheListIsRead(String name) {
    assertThrows(ForbiddenClassException.class, () -> read("<" + name + "/>"));
    String field = "<Stock><todaysPrice class=\"" + name + "\"/></Stock>";
    assertThrows(ForbiddenClassException.class, () -> read(field));
  }

  @Test
  void aHandlerBehindAProxyIsNotMade() {
    String proxy =
        "<Stock><todaysPrice class=\"dynamic-proxy\"><interface>java.lang.Comparable</interface>"
            + "<handler class=\"java.beans.EventHandler\"><target class=\"java.lang.ProcessBuilder\">"
            + "<command><string>true</string></command></target><action>start</action></handler>"
            + "</todaysPrice></Stock>";
    assertThrows(ForbiddenClassException.class, () -> read(proxy));
  }

  @Test
  void noExternalEntityIsResolved(@TempDir Path folder) throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "told");
    String entity = "<!DOCTYPE Stock [<!ENTITY e SYSTEM \"" + secret.toUri() + "\">]>";
    String use = entity + "<Stock><symbol>&e;</symbol></Stock>";
    assertThrows(XStreamException.class, () -> read(use));
    String subset = "<!DOCTYPE Stock SYSTEM \"" + secret.toUri() + "\"><Stock/>";
    assertEquals(read("<Stock/>"), read(subset));
  }

  @Test
  void anEntityBombIsRefusedAtOnce() {
    StringBuilder bomb = new StringBuilder("<!DOCTYPE Stock [<!ENTITY e0 \"ha\">");
    for (int i = 1; i < 40; i++) {
      bomb.append("<!ENTITY e%d \"&e%d;&e%<d;\">".formatted(i, i - 1));
    }
    bomb.append("]><Stock><symbol>&e39;</symbol></Stock>");
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> assertThrows(XStreamException.class, () -> read(bomb.toString())));
  }

  @Test
  void tooDeepNestingIsRefused() {
    MessageType node = Interop.type("interop.Node");
    String name = "interop.plain.Node";
    String deep = "<next>".repeat(100_000) + "</next>".repeat(100_000);
    String xml = "<" + name + ">" + deep + "</" + name + ">";
    assertThrows(InputManipulationException.class, () -> view(CODEC, node, xml));
  }
}
