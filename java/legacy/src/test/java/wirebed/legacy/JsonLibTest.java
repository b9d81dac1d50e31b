package wirebed.legacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Date;
import java.util.Map;
import net.sf.json.JSONException;
import net.sf.json.JSONObject;
import net.sf.json.JsonConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import wirebed.bridge.Limits;
import wirebed.peer.MessageCodec;
import wirebed.peer.OpenCodecs;
import wirebed.peer.TaskFailure;
import wirebed.protocol.By;
import wirebed.protocol.Manner;
import wirebed.protocol.Result;
import wirebed.refusal.TrailingBytesException;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/** json/json-lib on the interop tree, which must have been built. */
class JsonLibTest {
  private static final Tree TREE = new Tree(Path.of("../../build/trees/interop"));
  private static final JsonLib JSON_LIB = new JsonLib(TREE);

  /** A bean with a date, which shows Json-Lib's own behaviour. */
  public static final class Dated {
    private Date at = new Date(0);

    public Date getAt() {
      return at;
    }

    public void setAt(Date at) {
      this.at = at;
    }
  }

  /** Reads a text, and writes the result again. */
  private static String again(String message, String json) throws Exception {
    MessageType type = TREE.type(message);
    Object value = JSON_LIB.decode(json.getBytes(StandardCharsets.UTF_8), type, Map.of());
    assertEquals(type.plainClass(), value.getClass());
    return new String(JSON_LIB.encode(value, type, Map.of()), StandardCharsets.UTF_8);
  }

  @Test
  void theArticlesTestobject() throws Exception {
    String json = "{\"a\":\"abc\",\"b\":100,\"c\":42}";
    assertEquals(json, again("interop.Testobject", json));
  }

  @Test
  void aPersonOfSeed1WithChildrenAndFriends() throws Exception {
    String child = "{\"id\":\"2\",\"sex\":\"FEMALE\",\"children\":[],\"friends\":{}}";
    String person = "{\"id\":\"1\",\"children\":[" + child + "],\"friends\":{\"x\":" + child + "}}";
    String written = again("interop.Person", person);
    assertTrue(written.contains("\"children\":[{"), written);
    assertTrue(written.contains("\"friends\":{\"x\":{"), written);
    assertEquals(written, again("interop.Person", written));
  }

  @Test
  void datesDecimalsBytesAndNullHaveTheFormsOfTheTable() throws Exception {
    String dates = again("interop.Dates", "{\"date\":\"1975-02-01T10:44:03.554-05:00\"}");
    assertTrue(dates.contains("\"date\":\"1975-02-01T15:44:03.554Z\""), dates);
    String decimals = again("interop.Decimals", "{\"value\":\"123.4500\"}");
    assertTrue(decimals.contains("\"value\":\"123.4500\""), decimals);
    String blob = again("interop.Blob", "{\"value\":\"AQID\",\"maybe\":null}");
    assertTrue(blob.contains("\"value\":\"AQID\""), blob);
    assertTrue(blob.contains("\"maybe\":null"), blob);
  }

  @Test
  void byItselfItReadsADateAsThePresentMoment() {
    JsonConfig config = new JsonConfig();
    config.setRootClass(Dated.class);
    assertTrue(
        JSONObject.fromObject(new Dated(), config).toString().contains("\"timezoneOffset\""));
    long before = System.currentTimeMillis();
    Dated read = (Dated) JSONObject.toBean(JSONObject.fromObject("{\"at\":{\"x\":1}}"), config);
    assertTrue(read.getAt().getTime() >= before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"class\":\"java.lang.Runtime\",\"a\":\"abc\"}",
        "{\"class\":{\"classLoader\":{\"x\":1}},\"a\":\"abc\"}",
        "{\"class.classLoader.x\":1,\"a\":\"abc\"}",
        "{\"metaClass\":{\"x\":[1]},\"a\":\"abc\"}",
        "{\"declaringClass\":\"java.lang.Runtime\",\"a\":\"abc\"}",
        "{\"@class\":\"java.lang.Runtime\",\"a\":\"abc\"}",
        "{\"unknown\":{\"deep\":[{\"x\":null}]},\"a\":\"abc\"}"
      })
  void namesThatMeanClassesAreUnknownFields(String json) throws Exception {
    assertEquals("{\"a\":\"abc\",\"b\":0,\"c\":0}", again("interop.Testobject", json));
  }

  @Test
  void anObjectIsBuiltOfPlainClassesOnly() {
    String json = "{\"date\":{\"time\":1,\"class\":\"java.util.Date\"}}";
    JSONException error = assertThrows(JSONException.class, () -> again("interop.Dates", json));
    assertEquals("an object is no java.util.Date", error.getMessage());
  }

  @Test
  void oneValueDoesNotChangeHowTheNextIsRead() throws Exception {
    String text = "{\"children\":[\"no bean\"]}";
    MessageType type = TREE.type("interop.Person");
    for (int i = 0; i < 2; i++) {
      Object person = JSON_LIB.decode(text.getBytes(StandardCharsets.UTF_8), type, Map.of());
      assertTrue(person.toString().contains("children=[no bean]"), person.toString());
      again("interop.Person", "{\"address\":\"no bean\"}");
    }
  }

  @Test
  void trailingBytesAreRefused() {
    assertThrows(TrailingBytesException.class, () -> again("interop.Testobject", "{}{}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{\"a\":}", "{\"a\":\"", "[1]", "nul", "{\"a\":\"\\u12\"}"})
  void aTextThatIsNotAnObjectIsRefused(String json) {
    assertThrows(Exception.class, () -> again("interop.Testobject", json));
  }

  @ParameterizedTest
  @CsvSource({
    "interop.Testobject, {, TYPED, LIBRARY",
    "interop.Testobject, nul, TYPED, LIBRARY",
    "interop.Testobject, {}{}, TYPED, CODEC",
    "interop.Dates, '{\"date\":{\"time\":1,\"class\":\"java.util.Date\"}}', TYPED, CODEC",
  })
  void aFailureSaysWhoRefused(String message, String json, Manner manner, By by) {
    MessageCodec codec =
        new OpenCodecs(TREE, Legacy.DESCRIPTION.codecs()).of("json/json-lib", message, Map.of());
    TaskFailure failure =
        assertThrows(TaskFailure.class, () -> codec.decode(json.getBytes(StandardCharsets.UTF_8)));
    Result.Builder result = Result.newBuilder();
    failure.into(result);
    assertEquals(manner, result.getDecodeError().getManner(), result::toString);
    assertEquals(by, result.getDecodeError().getBy(), result::toString);
  }

  @Test
  void aNumberOfTooManyDigitsIsRefused() {
    assertThrows(
        Limits.TooLong.class,
        () -> again("interop.Testobject", "{\"c\":" + "9".repeat(10_001) + "}"));
  }

  @Test
  void longNumbersAndDeepNestingEndInTime() {
    String digits = "9".repeat(10_000);
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> {
          again("interop.Testobject", "{\"c\":" + digits + "}");
          again("interop.Testobject", nested(300));
        });
  }

  @Test
  void whatIsNestedDeeperThan300IsRefused() {
    assertThrows(JSONException.class, () -> again("interop.Testobject", nested(301)));
  }

  private static String nested(int depth) {
    return "{\"x\":".repeat(depth) + "1" + "}".repeat(depth);
  }
}
