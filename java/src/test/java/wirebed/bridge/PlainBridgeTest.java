package wirebed.bridge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Method;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.Test;
import wirebed.Interop;
import wirebed.protocol.Model;
import wirebed.refusal.RefusedException;

class PlainBridgeTest {
  private static Bridge bridge(String message) {
    return Interop.type(message).bridge(Model.PLAIN);
  }

  private static Object get(Object bean, String getter) throws ReflectiveOperationException {
    return bean.getClass().getMethod(getter).invoke(bean);
  }

  @Test
  void theStockComesBack() throws ReflectiveOperationException {
    Bridge bridge = bridge("interop.Stock");
    Object stock = bridge.build(Interop.stock());
    assertEquals("com.polarsparc.data.interchange.Stock", stock.getClass().getName());
    assertEquals(new Date(160501443554L), get(get(stock, "getTodaysPrice"), "getDate"));
    assertArrayEquals(Interop.stock(), bridge.view(stock));
  }

  @Test
  void beansAreWhatAnAuthorWrites() {
    Bridge bridge = bridge("interop.Stock");
    Object stock = bridge.build(Interop.stock());
    assertEquals(stock, bridge.build(Interop.stock()));
    assertEquals(stock.hashCode(), bridge.build(Interop.stock()).hashCode());
    assertEquals("Stock[symbol=ABCD, targetPrice=25.0", stock.toString().substring(0, 35));
  }

  @Test
  void aCycleStaysACycle() throws ReflectiveOperationException {
    Bridge bridge = bridge("interop.Node");
    Object node = bridge.build(Interop.cycle());
    assertSame(node, get(node, "getNext"));
    assertArrayEquals(Interop.cycle(), bridge.view(node));
  }

  @Test
  void anEnumHoldsNoUnknownNumber() {
    ViewWriter view = Interop.record("interop.Enums");
    view.field(1);
    view.enumeration(99);
    view.end();
    Bridge bridge = bridge("interop.Enums");
    assertThrows(RefusedException.class, () -> bridge.build(view.toByteArray()));
  }

  @Test
  void aDateDropsFractionsOfAMillisecond() {
    Bridge bridge = bridge("interop.Price");
    ViewWriter view = Interop.record("interop.Price");
    view.field(6);
    Interop.timestamp(view, -1, 999_999_999);
    view.end();
    Object price = bridge.build(view.toByteArray());
    ViewWriter seen = Interop.record("interop.Price");
    for (int i = 1; i <= 4; i++) {
      seen.field(i);
      seen.single(0);
    }
    seen.field(5);
    seen.integer(0);
    seen.field(6);
    Interop.timestamp(seen, -1, 999_000_000);
    seen.end();
    assertArrayEquals(seen.toByteArray(), bridge.view(price));
  }

  @Test
  void aDateBeyondItsRangeIsRefused() {
    ViewWriter view = Interop.record("interop.Price");
    view.field(6);
    Interop.timestamp(view, Long.MAX_VALUE, 0);
    view.end();
    Bridge bridge = bridge("interop.Price");
    assertThrows(RefusedException.class, () -> bridge.build(view.toByteArray()));
  }

  @Test
  void aListWithElementsOfAnotherTypeFailsWhenItIsUsed() throws ReflectiveOperationException {
    Object graph = Interop.type("interop.Graph").plainClass().getConstructor().newInstance();
    Method setter = graph.getClass().getMethod("setTexts", List.class);
    setter.invoke(graph, List.of(1));
    Bridge bridge = bridge("interop.Graph");
    assertThrows(ClassCastException.class, () -> bridge.view(graph));
  }

  @Test
  void noDecimalIsNull() throws ReflectiveOperationException {
    ViewWriter view = Interop.record("interop.Decimals");
    view.field(1);
    view.text("");
    view.end();
    assertNull(get(bridge("interop.Decimals").build(view.toByteArray()), "getValue"));
  }

  @Test
  void editReplacesAndClears() throws ReflectiveOperationException {
    Bridge bridge = bridge("interop.Stock");
    ViewWriter set = Interop.record("interop.Stock");
    set.field(1);
    set.text("EFGH");
    set.end();
    List<Integer> clear = List.of(3, 5);
    Object edited = bridge.edit(bridge.build(Interop.stock()), set.toByteArray(), clear);
    assertEquals("EFGH", get(edited, "getSymbol"));
    assertNull(get(edited, "getTodaysPrice"));
    assertEquals(0, ((Object[]) get(edited, "getFiveYearPrices")).length);
  }
}
