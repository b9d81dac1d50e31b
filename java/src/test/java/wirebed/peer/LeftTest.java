package wirebed.peer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.io.ObjectStreamConstants;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import wirebed.Interop;
import wirebed.bridge.ViewWriter;
import wirebed.codec.About;
import wirebed.codec.CodecEntry;
import wirebed.codec.Codecs;
import wirebed.protocol.Codec;
import wirebed.protocol.Failure;
import wirebed.protocol.Model;
import wirebed.protocol.Relay;
import wirebed.protocol.Result;
import wirebed.protocol.Stage;
import wirebed.protocol.Task;
import wirebed.refusal.Held;

/**
 * The object or output that a failure leaves with the user of a library (proto/wirebed/README.md,
 * "What is left").
 */
class LeftTest {
  private static final String TESTOBJECT = "interop.Testobject";
  private static final String XSTREAM = "com.robert__franz.serialize.Testobject";

  private final Tasks tasks = new Tasks(Interop.TREE, Peer.description(), EchoClient.NONE);

  private Result run(Task.Builder task) {
    return tasks.run(task.setMessage(TESTOBJECT).build());
  }

  private Failure refused(String codec, ByteString wire) {
    Result result = run(Task.newBuilder().setCodec(codec).setDecode(wire));
    assertTrue(result.hasDecodeError(), result.toString());
    return result.getDecodeError();
  }

  private wirebed.protocol.Left written(String codec, String text) {
    Result result =
        run(Task.newBuilder().setCodec(codec).setEncode(ByteString.copyFrom(view(text, true))));
    assertTrue(result.hasEncodeError(), result.toString());
    return result.getEncodeError().getLeft();
  }

  /** The view of an object in which only the first field is set; a bean always has all. */
  private static byte[] view(String text, boolean bean) {
    ViewWriter view = new ViewWriter();
    view.record(ViewWriter.name(TESTOBJECT));
    view.field(1);
    view.text(text);
    for (int number = 2; bean && number <= 3; number++) {
      view.field(number);
      view.integer(0);
    }
    view.end();
    return view.toByteArray();
  }

  @ParameterizedTest
  @CsvSource({
    "prototext/protobuf-java, a: 'abc' b: x, false",
    "protojson/protobuf-java-util, '{\"a\": \"abc\", \"b\": \"x\"}', false",
    "xml/xstream, <" + XSTREAM + "><a>abc</a><b>x</b></" + XSTREAM + ">, true",
    "xml-lean/xstream, <Testobject><a>abc</a><b>x</b></Testobject>, true",
  })
  void anObjectThatIsHalfFilledIsTold(String codec, String text, boolean bean) {
    String quoted = text.replace("a: 'abc'", "a: \"abc\"");
    assertObject(view("abc", bean), refused(codec, ByteString.copyFromUtf8(quoted)));
  }

  @ParameterizedTest
  @CsvSource({
    "protobuf/protobuf-java, 0a03616263ff, false",
    "java-external-direct/jdk, aced000577050003616263, true",
  })
  void soItIsOfBytes(String codec, String hex, boolean bean) {
    assertObject(view("abc", bean), refused(codec, hex(hex)));
  }

  private static void assertObject(byte[] view, Failure failure) {
    assertArrayEquals(view, failure.getLeft().getObject().toByteArray(), failure::toString);
    assertEquals(view.length, failure.getLeft().getSize());
  }

  @ParameterizedTest
  @CsvSource({
    // As a new object.
    "prototext/protobuf-java, 623a78",
    "protobuf/protobuf-java, ff",
    "xml/xstream, 3c",
    "java-external-direct/jdk, aced0005",
    // The user gets no object.
    "json/jackson, 7b2261223a22616263222c2262223a2278227d",
    "json/gson, 7b2261223a22616263222c2262223a2278227d",
    "hessian2/caucho, 43",
    "java-serial/jdk, aced0005",
    "none/message, 00",
  })
  void otherwiseNothingIsLeft(String codec, String hex) {
    assertFalse(refused(codec, hex(hex)).hasLeft());
  }

  @Test
  void aMessageThatLacksARequiredFieldHasTheOthers() {
    for (String codec : List.of("protobuf/protobuf-java", "prototext/protobuf-java")) {
      ByteString wire =
          codec.startsWith("protobuf") ? hex("0a03616263") : ByteString.copyFromUtf8("name:'abc'");
      Task task =
          Task.newBuilder().setCodec(codec).setMessage("interop.Required").setDecode(wire).build();
      Failure failure = tasks.run(task).getDecodeError();
      assertEquals(Stage.REQUIRED_CHECK, failure.getStage());
      assertTrue(failure.getLeft().getObject().toStringUtf8().contains("abc"), failure::toString);
    }
  }

  @Test
  void aRelayTellsItToo() {
    Relay relay = Relay.newBuilder().setWire(ByteString.copyFromUtf8("a: \"abc\" b: x")).build();
    Result result = run(Task.newBuilder().setCodec("prototext/protobuf-java").setRelay(relay));
    assertObject(view("abc", false), result.getDecodeError());
  }

  @Test
  void aViewThatIsTooLongIsLeftOut() {
    String text = "a: \"" + "x".repeat(70_000) + "\" b: x";
    var left = refused("prototext/protobuf-java", ByteString.copyFromUtf8(text)).getLeft();
    assertTrue(left.hasObject() && left.getObject().isEmpty(), left.toString());
    assertTrue(left.getSize() > 70_000);
  }

  @Test
  void anObjectWithoutAViewIsToldWithoutOne() {
    Exception error = new Exception();
    Held.leave(error, "no bean");
    TaskFailure failure = TaskFailure.internal(error);
    Left.tellObject(failure, Interop.type(TESTOBJECT), Model.PLAIN);
    var left = failure.left;
    assertTrue(left.hasObject() && left.getObject().isEmpty() && left.getSize() == 0);
  }

  /** DataOutput.writeUTF writes 65,535 bytes at most. The stream then has the error, too. */
  @ParameterizedTest
  @ValueSource(strings = {"java-serial-custom/jdk", "java-external-tuned/jdk"})
  void anObjectStreamIsLeftWithTheErrorInIt(String codec) {
    String output = written(codec, "x".repeat(65_536)).getOutput().toString(ISO_8859_1);
    String error = "xp" + (char) ObjectStreamConstants.TC_EXCEPTION + "sr\0\36";
    assertTrue(output.contains(error + "java.io.UTFDataFormatException"), output);
  }

  @Test
  void anOutputEndsWhereTheWriterFailed() {
    String output = written("xml-jaxb/woodstox", "x\1").getOutput().toStringUtf8();
    assertEquals("<?xml version='1.0' encoding='UTF-8'?><Testobject><a>", output);
  }

  @Test
  void anOutputIsCutButItsSizeIsNot() {
    var left = failed(failedAfter(new Exception(), 5_000)).getLeft();
    assertEquals(4_096, left.getOutput().size());
    assertEquals(5_000, left.getSize());
    assertFalse(failed(failedAfter(new Exception(), 0)).hasLeft());
    assertFalse(failed(new Exception()).hasLeft());
  }

  /** The error of a writer after so many bytes. */
  private static Exception failedAfter(Exception error, int bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(new byte[bytes]);
    Held.leave(error, out);
    return error;
  }

  @Test
  void nothingIsToldWhenMemoryOrStackRanOut() {
    assertTrue(failed(failedAfter(new IllegalStateException(), 1)).hasLeft());
    Exception exhausted = new IllegalStateException(new StackOverflowError());
    assertFalse(failed(failedAfter(exhausted, 1)).hasLeft());
  }

  /** The failure of a task whose writer throws this error. */
  private static Failure failed(Exception error) {
    TaskFailure.Step<Object> step =
        () -> {
          throw error;
        };
    TaskFailure failure =
        assertThrows(
            TaskFailure.class,
            () -> TaskFailure.attempt(TaskFailure.Side.ENCODE, Stage.WRITE, About.NONE, step));
    Result.Builder result = Result.newBuilder();
    failure.into(result);
    return result.getEncodeError();
  }

  @Test
  void onlyTheseCodecsStateIt() {
    assertEquals(
        List.of(
            "protobuf/protobuf-java",
            "prototext/protobuf-java",
            "protojson/protobuf-java-util",
            "java-external-direct/jdk",
            "xml/xstream",
            "xml-lean/xstream"),
        stating(codec -> !codec.getLeavesObject().isEmpty()));
    assertEquals(
        List.of(
            "java-serial-custom/jdk",
            "java-external-tuned/jdk",
            "java-external-direct/jdk",
            "xml-jaxb/woodstox"),
        stating(codec -> !codec.getLeavesOutput().isEmpty()));
  }

  private static List<String> stating(Predicate<Codec> states) {
    return Codecs.all().stream()
        .filter(entry -> states.test(entry.introduce()))
        .map(CodecEntry::id)
        .toList();
  }

  private static ByteString hex(String hex) {
    return ByteString.copyFrom(HexFormat.of().parseHex(hex));
  }
}
