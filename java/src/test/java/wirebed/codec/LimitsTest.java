package wirebed.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;
import wirebed.Interop;
import wirebed.bridge.Limits;
import wirebed.bridge.NumberLimit;
import wirebed.codec.hessian.ClaimedLengths;
import wirebed.codec.xml.XmlScopes;
import wirebed.tree.MessageType;

/** Readers refuse values that are too long, and accept those at the limit. */
class LimitsTest {
  private static final MessageType DATES = Interop.type("interop.Dates");
  private static final MessageType SCALARS = Interop.type("interop.Scalars");

  private static String refusal(Codec codec, MessageType type, String text) {
    byte[] wire = text.getBytes(StandardCharsets.UTF_8);
    return assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> assertThrows(Exception.class, () -> codec.decode(wire, type, Map.of())).toString());
  }

  private static Object read(Codec codec, MessageType type, String text) throws Exception {
    return codec.decode(text.getBytes(StandardCharsets.UTF_8), type, Map.of());
  }

  @Test
  void datesOfJaxb() throws Exception {
    String date = "<Dates><date>2020-01-01T00:00:00.%sZ</date></Dates>";
    for (boolean validates : new boolean[] {false, true}) {
      for (Codec codec :
          List.of(
              new XmlJaxbStreams(Interop.TREE),
              XmlJaxb.ofJdk(Interop.TREE, validates),
              XmlJaxb.ofWoodstox(Interop.TREE, validates))) {
        assertEquals(
            read(codec, DATES, date.formatted("123")),
            read(codec, DATES, date.formatted("123" + "0".repeat(900))));
        String refusal = refusal(codec, DATES, date.formatted("1".repeat(1_000_000)));
        assertTrue(refusal.contains("the limit is 1,000"), refusal);
      }
    }
  }

  @Test
  void datesOfXStream() {
    String date =
        "<interop.plain.Dates><date>2020-01-01 00:00:00.%s UTC</date></interop.plain.Dates>";
    Codec codec = XmlXstream.shape(Interop.TREE);
    String refusal = refusal(codec, DATES, date.formatted("1".repeat(1_000_000)));
    assertTrue(refusal.contains("the limit is 1,000"), refusal);
  }

  @Test
  void numbersOfTheTextFormat() throws Exception {
    Codec codec = new Prototext(Interop.TREE);
    for (String number :
        List.of("9".repeat(400_000), "0x" + "f".repeat(400_000), "0" + "7".repeat(400_000))) {
      for (String field : List.of("f_int32: ", "unknown: ", "")) {
        String refusal = refusal(codec, SCALARS, field + number);
        assertTrue(refusal.contains("the limit is 10,000"), refusal);
      }
    }
    String long_ = "9".repeat(20_000);
    for (String text :
        List.of(
            "f_string: \"" + long_ + "\"",
            "f_string: '\\'" + long_ + "'",
            "f_int32: 1 # " + long_ + "\n f_int32: 2",
            "a" + long_)) {
      assertEquals(text, NumberLimit.ofTextFormat(text));
    }
    assertThrows(Limits.TooLong.class, () -> NumberLimit.ofTextFormat("\"a\" " + long_));
    assertThrows(Limits.TooLong.class, () -> NumberLimit.ofTextFormat("# a\n" + long_));
  }

  // ---- claimed lengths in Hessian 2

  private static void claims(String hex, boolean refused) {
    byte[] wire = HexFormat.of().parseHex(hex);
    if (refused) {
      IOException refusal =
          assertThrows(IOException.class, () -> ClaimedLengths.check(wire, 0), hex);
      assertTrue(refusal.getMessage().contains("are claimed in " + wire.length + " bytes"), hex);
    } else {
      assertTimeoutPreemptively(Duration.ofSeconds(60), () -> ClaimedLengths.check(wire, 0), hex);
    }
  }

  @Test
  void claimsBeyondTheBytes() {
    claims("56045b696e744901000000", true); // a list of the type "[int", 2^24
    claims("5690" + "4901000000", true); // the type by number
    claims("5690" + "4c0000000001000000", true); // the length as a long
    claims("5690" + "444170000000000000", true); // the length as a double
    claims("5690" + "5901000000", true);
    claims("5690" + "5f" + "7fffffff", true); // the length as a double of thousandths
    claims("56" + "520002" + "5b69" + "530002" + "6e74" + "4901000000", true); // a type in chunks
    claims("584901000000", true); // untyped
    claims("4301614901000000", true); // fields of a class
    claims("43" + "0161" + "90" + "5849" + "01000000", true); // after a class definition
    claims("4b00000000" + "584901000000", true); // after a date
    claims("3402" + "5849" + "584901000000", true); // after bytes that look like a list
    claims("02c3a9c3a9" + "584901000000", true); // after a text with characters of two bytes
    claims("757890".repeat(3), true);
  }

  @Test
  void claimsThatTheBytesHold() throws Exception {
    claims("56045b696e7493919293", false);
    claims("5893919293", false);
    claims("4301619101" + "62" + "6090", false);
    claims("3402" + "5849" + "90", false); // bytes that look like a list
    claims("0558494949" + "49", false); // a text that looks like a list
    claims("5890", false);
    claims("56", false); // cut off
    claims("5604", false);
    claims("40", false); // not a tag
    MessageType stock = Interop.type("interop.Stock");
    for (Codec codec : List.of(new Hessian2Caucho(Interop.TREE), new Hessian2Lite(Interop.TREE))) {
      Map<String, String> envelope = Map.of("envelope", "message");
      Object value = stock.bridge(wirebed.protocol.Model.PLAIN).build(Interop.stock());
      codec.decode(codec.encode(value, stock, envelope), stock, envelope);
    }
  }

  // ---- XML

  @Test
  void manyNamesOfOneHash() {
    String names =
        IntStream.range(0, 1 << 14)
            .mapToObj(LimitsTest::ofOneHash)
            .map(name -> "<" + name + "/>")
            .collect(Collectors.joining());
    for (Codec codec :
        List.of(XmlJaxb.ofWoodstox(Interop.TREE, false), new XmlJaxbStreams(Interop.TREE))) {
      String refusal = refusal(codec, SCALARS, "<Scalars>" + names + "</Scalars>");
      assertTrue(refusal.contains("the limit is 2,000"), refusal);
    }
  }

  private static String ofOneHash(int number) {
    return IntStream.range(0, 14)
        .mapToObj(bit -> (number >> bit & 1) == 0 ? "Aa" : "BB")
        .collect(Collectors.joining());
  }

  private static String declarations(int count) {
    return IntStream.range(0, count)
        .mapToObj(" xmlns:a%d='>u'"::formatted)
        .collect(Collectors.joining());
  }

  private static void scopes(String xml, Charset charset, boolean refused) throws Exception {
    if (refused) {
      assertThrows(Limits.TooLong.class, () -> XmlScopes.check(xml.getBytes(charset)));
    } else {
      XmlScopes.check(xml.getBytes(charset));
    }
  }

  @Test
  void declarationsInScope() throws Exception {
    for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16)) {
      scopes("<a" + declarations(1000) + "/>", charset, false);
      scopes("<a" + declarations(1001) + "/>", charset, true);
      scopes("<a" + declarations(600) + "><b" + declarations(401) + "/></a>", charset, true);
      scopes("<a><b" + declarations(600) + "/><b" + declarations(600) + "/></a>", charset, false);
      scopes("<a>" + ("<b" + declarations(600) + "></b>").repeat(2) + "</a>", charset, false);
      scopes("<a><!-- <b" + declarations(1001) + "> --></a>", charset, false);
      scopes("<a><!-- </a> --><b" + declarations(1001) + "/></a>", charset, true);
      scopes("<a><![CDATA[<]]><b" + declarations(1001) + "/></a>", charset, true);
      scopes("<a>" + "xmlns ".repeat(2000) + "</a>", charset, false);
    }
  }

  @Test
  void longDocumentsNeedAKnownEncoding() throws Exception {
    String content = "<a>" + " ".repeat(20_000) + "</a>";
    for (String head :
        List.of("", "<?xml version='1.0'?>", "<?xml version='1.0' encoding='UTF-8'?>")) {
      scopes(head + content, StandardCharsets.UTF_8, false);
    }
    scopes("<?xml version='1.0' encoding='UTF-16'?>" + content, StandardCharsets.UTF_16, false);
    for (String encoding : List.of("ISO-2022-JP", "UTF-7", "IBM037")) {
      String xml = "<?xml version='1.0' encoding='" + encoding + "'?>" + content;
      assertThrows(
          XMLStreamException.class, () -> XmlScopes.check(xml.getBytes(StandardCharsets.UTF_8)));
    }
    byte[] ebcdic = content.getBytes(Charset.forName("IBM037"));
    assertThrows(XMLStreamException.class, () -> XmlScopes.check(ebcdic));
  }
}
