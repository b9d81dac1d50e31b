package wirebed.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonParseException;
import java.nio.charset.StandardCharsets;
import java.text.DateFormat;
import java.util.Date;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import wirebed.Interop;
import wirebed.bridge.ViewWriter;
import wirebed.protocol.Model;
import wirebed.refusal.InvalidUtf8Exception;
import wirebed.tree.MessageType;

class JsonGsonTest {
  private static final JsonGson GSON = new JsonGson(Interop.TREE);

  private static String json(String message, byte[] view) throws Exception {
    MessageType type = Interop.type(message);
    Object value = type.bridge(Model.PLAIN).build(view);
    return new String(GSON.encode(value, type, Map.of()), StandardCharsets.UTF_8);
  }

  private static byte[] view(String message, byte[] wire) throws Exception {
    MessageType type = Interop.type(message);
    return type.bridge(Model.PLAIN).view(GSON.decode(wire, type, Map.of()));
  }

  private static byte[] view(String message, String json) throws Exception {
    return view(message, json.getBytes(StandardCharsets.UTF_8));
  }

  /** The Stock of the article's text, at 10:35:52 in New York. */
  private static byte[] stock() {
    return Interop.stock(
        160500952000L, 5153752000L, 42042952000L, 79022152000L, 116001352000L, 152897752000L);
  }

  /**
   * On other JDKs and locales the number 899 does not apply; the test never sets a date format to
   * get it.
   */
  private static void assumeTheDateFormatOfTheArticlesJdk() {
    int style = DateFormat.DEFAULT;
    String text = DateFormat.getDateTimeInstance(style, style, Locale.US).format(new Date(0));
    assumeTrue("Dec 31, 1969 7:00:00 PM".equals(text), "dates are spelled so here: " + text);
  }

  @Test
  void theArticlesStockHas899Characters() throws Exception {
    assumeTheDateFormatOfTheArticlesJdk();
    String article =
        """
        {"symbol":"ABCD","targetPrice":25.0,
        "todaysPrice":{"open":17.25,"close":17.2,"bid":17.27,"ask":17.25,"volume":1000,
        "date":"Feb 1, 1975 10:35:52 AM","range":{"low":17.05,"high":17.5}},
        "fiftyTwoWeekRange":{"low":10.25,"high":19.25},"fiveYearPrices":[
        {"open":10.25,"close":11.5,"bid":10.5,"ask":10.5,"volume":100,
        "date":"Mar 1, 1970 10:35:52 AM","range":{"low":10.25,"high":11.5}},
        {"open":11.25,"close":12.5,"bid":11.5,"ask":11.5,"volume":200,
        "date":"May 2, 1971 10:35:52 AM","range":{"low":11.25,"high":12.5}},
        {"open":12.25,"close":13.5,"bid":12.5,"ask":12.5,"volume":300,
        "date":"Jul 3, 1972 10:35:52 AM","range":{"low":12.25,"high":13.5}},
        {"open":14.25,"close":15.5,"bid":14.5,"ask":14.5,"volume":400,
        "date":"Sep 4, 1973 10:35:52 AM","range":{"low":14.25,"high":15.5}},
        {"open":15.25,"close":16.5,"bid":15.5,"ask":15.5,"volume":700,
        "date":"Nov 5, 1974 10:35:52 AM","range":{"low":15.25,"high":16.5}}]}
        """
            .replace("\n", "");
    assertEquals(899, article.length());
    assertEquals(article, json("interop.Stock", stock()));
    assertArrayEquals(stock(), view("interop.Stock", article));
  }

  @Test
  void theArticlesTestobjectHas26Bytes() throws Exception {
    String json = json("interop.Testobject", Interop.testobject());
    assertEquals("{\"a\":\"abc\",\"b\":100,\"c\":42}", json);
    assertArrayEquals(Interop.testobject(), view("interop.Testobject", json));
  }

  @Test
  void iso8601IsReadToo() throws Exception {
    String json =
        json("interop.Stock", stock()).replaceAll("Feb 1, 1975 [^\"]*", "1975-02-01T15:35:52.000Z");
    assertArrayEquals(stock(), view("interop.Stock", json));
  }

  @Test
  void namesOfFieldsAreThoseOfTheWireNotOfJava() throws Exception {
    ViewWriter view = Interop.record("interop.names.Keywords");
    view.field(1);
    view.text("x");
    view.end();
    String json = json("interop.names.Keywords", view.toByteArray());
    assertEquals("{\"class\":\"x\"", json.substring(0, 12));
  }

  @Test
  void invalidUtf8AndTrailingTextAreRefused() {
    byte[] wire = {'{', '"', 'a', '"', ':', '"', (byte) 0xff, '"', '}'};
    assertThrows(InvalidUtf8Exception.class, () -> view("interop.Testobject", wire));
    assertThrows(JsonParseException.class, () -> view("interop.Testobject", "{}{}"));
    assertThrows(JsonParseException.class, () -> view("interop.Testobject", "{\"a\":\"abc\""));
  }

  @Test
  void endlessNestingIsRefused() {
    String deep = "{\"new\":" + "[".repeat(1 << 20);
    assertThrows(JsonParseException.class, () -> view("interop.Testobject", deep));
  }
}
