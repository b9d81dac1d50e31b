package wirebed.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import wirebed.Interop;
import wirebed.bridge.DecimalText;
import wirebed.bridge.ViewWriter;
import wirebed.protocol.Model;
import wirebed.tree.MessageType;

/**
 * Readers refuse decimals so long that it would take minutes to read them, or to write them in
 * full.
 */
class DecimalTest {
  private static final MessageType DECIMALS = Interop.type("interop.Decimals");

  static Stream<Codec> readers() {
    return Stream.of(
        new RawByteBuffer(Interop.TREE),
        new Hessian2Caucho(Interop.TREE),
        new Hessian2Lite(Interop.TREE),
        XmlXstream.shape(Interop.TREE),
        XmlJaxb.ofJdk(Interop.TREE, false),
        XmlJaxb.ofWoodstox(Interop.TREE, true),
        new JavaSerial(Interop.TREE),
        JavaExternal.naive(Interop.TREE),
        new JsonJackson(Interop.TREE),
        new JsonGson(Interop.TREE));
  }

  private static Object holding(BigDecimal decimal) throws ReflectiveOperationException {
    Object plain = DECIMALS.plainClass().getConstructor().newInstance();
    plain.getClass().getMethod("setValue", BigDecimal.class).invoke(plain, decimal);
    return plain;
  }

  private static String refusal(org.junit.jupiter.api.function.Executable body) {
    return assertTimeoutPreemptively(
        Duration.ofSeconds(60), () -> assertThrows(Exception.class, body).toString());
  }

  @ParameterizedTest
  @MethodSource("readers")
  void aLongDecimalIsRefusedAtOnce(Codec codec) throws Exception {
    byte[] wire = codec.encode(holding(nines(300_000)), DECIMALS, Map.of());
    refusal(() -> codec.decode(wire, DECIMALS, Map.of()));
  }

  @ParameterizedTest
  @MethodSource("readers")
  void aDecimalOf900DigitsIsRead(Codec codec) throws Exception {
    Object held = holding(nines(900));
    byte[] wire = codec.encode(held, DECIMALS, Map.of());
    assertEquals(held, codec.decode(wire, DECIMALS, Map.of()));
  }

  @Test
  void aLongDecimalInAViewIsRefused() {
    ViewWriter view = Interop.record("interop.Decimals");
    view.field(1);
    view.text("1".repeat(1_000_000));
    view.end();
    byte[] bytes = view.toByteArray();
    String refusal = refusal(() -> DECIMALS.bridge(Model.PLAIN).build(bytes));
    assertTrue(
        refusal.endsWith("a decimal of 1,000,000 characters is too long: the limit is 100,000"),
        refusal);
  }

  @Test
  void jaxbRefusesAnExponentThatNeedsMillionsOfDigits() throws Exception {
    Codec codec = XmlJaxb.ofJdk(Interop.TREE, false);
    for (String text : new String[] {"1E+300000000", "-1.5E-300000000", "1E+1048577"}) {
      Object held = holding(new BigDecimal(text));
      String refusal = refusal(() -> codec.encode(held, DECIMALS, Map.of()));
      assertTrue(
          refusal.contains("xs:decimal has no exponent, and this is too long without: " + text),
          refusal);
    }
    Object held = holding(new BigDecimal("1E+1048576"));
    assertTrue(codec.encode(held, DECIMALS, Map.of()).length > 1 << 20);
  }

  @Test
  void aDecimalOnAnObjectStreamIsLimitedByItsMagnitude() throws Exception {
    Codec codec = new JavaSerial(Interop.TREE);
    for (int bits : new int[] {8 * 41_524, 8 * 41_524 + 1}) {
      BigInteger ones = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
      byte[] wire = codec.encode(holding(new BigDecimal(ones.negate())), DECIMALS, Map.of());
      if (bits == 8 * 41_524) {
        assertEquals(
            holding(new BigDecimal(ones.negate())), codec.decode(wire, DECIMALS, Map.of()));
      } else {
        String refusal = refusal(() -> codec.decode(wire, DECIMALS, Map.of()));
        assertTrue(refusal.contains("the limit is 41,524"), refusal);
      }
    }
  }

  @Test
  void textIsParsedAsBigDecimalParsesIt() {
    String digits = "1234567890".repeat(250);
    for (String text :
        new String[] {
          digits,
          "-" + digits,
          "+" + digits,
          "0".repeat(2000) + digits,
          digits + ".",
          digits + "e5",
          "0." + digits,
          "-." + digits,
          digits + "." + digits + "E-2147480000",
          "0".repeat(5000),
          digits + "e2147483648",
          digits + "e99999999999",
          digits + "x",
          digits + ".1.",
          digits + "e"
        }) {
      assertEquals(outcome(() -> new BigDecimal(text)), outcome(() -> DecimalText.parse(text)));
    }
  }

  private static Object outcome(java.util.function.Supplier<BigDecimal> made) {
    try {
      return made.get();
    } catch (NumberFormatException e) {
      return e.getClass();
    }
  }

  private static BigDecimal nines(int digits) {
    return new BigDecimal(BigInteger.TEN.pow(digits).subtract(BigInteger.ONE));
  }
}
