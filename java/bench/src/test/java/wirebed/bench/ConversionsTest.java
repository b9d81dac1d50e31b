package wirebed.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.Message;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import wirebed.bridge.Bridge;
import wirebed.protocol.Model;
import wirebed.protocol.PlainClass;
import wirebed.refusal.RefusedException;

/** Runs the output of bench.java.j2 on every case that a plain object can hold. */
class ConversionsTest {
  static List<Cases.Case> cases() {
    return Cases.all();
  }

  @Test
  void everyPlainClassHasConversions() throws Exception {
    Operations operations = Cases.operations();
    for (PlainClass plain : Cases.TREE.schema().getClassesList()) {
      if (plain.getJavaMessage().isEmpty()) {
        continue; // A plain class alone takes part in no benchmark.
      }
      assertNotSame(null, operations.conversions(Cases.TREE.type(plain.getMessage())));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theCopyEqualsTheValue(Cases.Case one) throws Exception {
    Object plain = plain(one);
    Object copy = conversions(one).copy(plain);
    assertNotSame(plain, copy);
    assertArrayEquals(plainView(one, plain), plainView(one, copy));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void convertingThereAndBackGivesTheValue(Cases.Case one) throws Exception {
    Object plain = plain(one);
    Object back = conversions(one).toPlain(conversions(one).toMessage(plain));
    assertArrayEquals(plainView(one, plain), plainView(one, back));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void thePopulatedMessageEqualsTheBridges(Cases.Case one) throws Exception {
    Object plain = plain(one);
    Bridge bridge = one.type().bridge(Model.MESSAGE);
    Message populated = conversions(one).toMessage(plain);
    byte[] expected = bridge.view(bridge.build(plainView(one, plain)));
    assertArrayEquals(expected, bridge.view(populated));
  }

  @Test
  void theCopyIsDeep() throws Exception {
    Object stock = plain(Cases.stock());
    Object copy = conversions(Cases.stock()).copy(stock);
    byte[] before = plainView(Cases.stock(), copy);
    Object[] prices = (Object[]) stock.getClass().getMethod("getFiveYearPrices").invoke(stock);
    Object today = stock.getClass().getMethod("getTodaysPrice").invoke(stock);
    java.util.Date date = (java.util.Date) today.getClass().getMethod("getDate").invoke(today);
    date.setTime(0);
    today.getClass().getMethod("setOpen", float.class).invoke(today, 1f);
    Arrays.fill(prices, null);
    assertArrayEquals(before, plainView(Cases.stock(), copy));
  }

  @Test
  void mostCasesAreTried() {
    long held = cases().stream().filter(ConversionsTest::isHeld).count();
    assertTrue(held > 200, held + " cases");
  }

  private static boolean isHeld(Cases.Case one) {
    try {
      one.type().bridge(Model.PLAIN).build(one.view());
      return true;
    } catch (Exception e) {
      return false;
    }
  }

  private static Conversions<Object, Message> conversions(Cases.Case one) throws Exception {
    return Cases.operations().conversions(one.type());
  }

  private static Object plain(Cases.Case one) throws Exception {
    byte[] view;
    try {
      view = one.view();
    } catch (RuntimeException | com.google.protobuf.TextFormat.ParseException e) {
      assumeTrue(false, "the text format of Java does not read it");
      throw e;
    }
    try {
      return one.type().bridge(Model.PLAIN).build(view);
    } catch (RefusedException e) {
      assumeTrue(false, "no plain object holds it: " + e.getMessage());
      throw e;
    }
  }

  private static byte[] plainView(Cases.Case one, Object plain) {
    return one.type().bridge(Model.PLAIN).view(plain);
  }
}
