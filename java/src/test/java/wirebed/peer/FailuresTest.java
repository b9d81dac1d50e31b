package wirebed.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import wirebed.Interop;
import wirebed.codec.About;
import wirebed.codec.CodecEntry;
import wirebed.codec.Codecs;
import wirebed.protocol.By;
import wirebed.protocol.Codec;
import wirebed.protocol.Failure;
import wirebed.protocol.Manner;
import wirebed.protocol.Result;
import wirebed.protocol.Stage;
import wirebed.protocol.Task;
import wirebed.protocol.TypedError;
import wirebed.refusal.RefusedException;
import wirebed.refusal.TrailingBytesException;

/** How a task failed, and whose code refused (proto/wirebed/README.md, "Failures"). */
class FailuresTest {
  private static final About LIBRARY =
      About.NONE
          .libraryPackages("org.library.")
          .typedError("java.lang.IllegalArgumentException", "a test");

  private final Tasks tasks = new Tasks(Interop.TREE, Peer.description(), EchoClient.NONE);

  private Result run(String codec, String message, ByteString wire) {
    return tasks.run(Task.newBuilder().setCodec(codec).setMessage(message).setDecode(wire).build());
  }

  private Failure refused(String codec, String message, ByteString wire) {
    Result result = run(codec, message, wire);
    assertTrue(result.hasDecodeError(), result.toString());
    return result.getDecodeError();
  }

  private static ByteString hex(String hex) {
    return ByteString.copyFrom(HexFormat.of().parseHex(hex));
  }

  private static void assertOrigin(Manner manner, By by, Failure failure) {
    assertEquals(manner + " " + by, failure.getManner() + " " + failure.getBy(), failure::toString);
  }

  /** The JDK's cause is an error that another version of a library would have, too. */
  @Test
  void anAbstractClassInAStreamIsRefused() {
    String header = "aced0005" + "7372" + "0010" + "6a6176612e6c616e672e4e756d626572";
    ByteString number = hex(header + "86ac951d0b94e08b" + "02" + "0000" + "7870");
    Failure failure = refused("java-serial/jdk", "interop.Stock", number);
    assertEquals("java.lang.Number; unable to create instance", failure.getReason());
  }

  @ParameterizedTest
  @CsvSource({
    "protobuf/protobuf-java, interop.Stock, 0a",
    "protobuf/protobuf-java, interop.Required, ''",
    "prototext/protobuf-java, interop.Stock, 78",
    "prototext/protobuf-java, interop.Required, ''",
    "protojson/protobuf-java-util, interop.Stock, 7b",
    "protojson/protobuf-java-util, interop.Required, 7b7d",
    "json/jackson, interop.Stock, 7b",
    "json/gson, interop.Stock, 7b",
    "hessian2/caucho, interop.Stock, 43",
    "hessian2/lite, interop.Stock, 43",
    "hessian2/caucho, interop.Stock, 60",
    "hessian2/lite, interop.Stock, 45",
    "hessian2/caucho, '', 43",
    "hessian2/lite, '', 43",
    "java-serial/jdk, interop.Stock, aced0006",
    "java-serial/jdk, interop.Stock, ''",
    "java-serial-custom/jdk, interop.Stock, aced0006",
    "java-external/jdk, interop.Stock, aced0006",
    "java-external-tuned/jdk, interop.Stock, aced0006",
    "java-external-direct/jdk, interop.Stock, aced0006",
    "java-external-direct/jdk, interop.Stock, aced0005",
    "xml/xstream, interop.Stock, 3c",
    "xml-lean/xstream, interop.Stock, 3c",
    "xml-jaxb/jdk-stax, interop.Stock, 3c",
    "xml-jaxb/woodstox, interop.Stock, 3c",
    "xml-jaxb/streams, interop.Stock, 3c",
    "xml-jaxb/jdk-stax-xsd, interop.Stock, 3c613e",
    "xml-jaxb/woodstox-xsd, interop.Stock, 3c613e",
  })
  void aLibraryRefusesByAnErrorThatItDocuments(String codec, String message, String wire) {
    assertOrigin(Manner.TYPED, By.LIBRARY, refused(codec, message, hex(wire)));
  }

  @ParameterizedTest
  @CsvSource({
    // Elements that are claimed, a map as a key, a byte after the value, and text that is not
    // UTF-8.
    "hessian2/caucho, interop.Stock, 56045b696e74497fffffff",
    "hessian2/lite, interop.Stock, 56045b696e74497fffffff",
    "hessian2/caucho, interop.Stock, 48485a4e5a",
    "hessian2/lite, interop.Stock, 48485a4e5a",
    "hessian2/caucho, interop.Stock, 9090",
    "hessian2/lite, interop.Stock, 9090",
    "java-serial/jdk, interop.Stock, aced00057000",
    "json/gson, interop.Stock, ff",
    "protojson/protobuf-java-util, interop.Stock, ff",
    "prototext/protobuf-java, interop.Stock, ff",
    "raw/unsafe, interop.Stock, 00",
    "none/plain, interop.Stock, 00",
    "none/message, interop.Stock, 00",
  })
  void aCodecRefusesByAnErrorOfItsOwn(String codec, String message, String wire) {
    assertOrigin(Manner.TYPED, By.CODEC, refused(codec, message, hex(wire)));
  }

  /** These two rely on the checks of Java, whose errors are not of the bed. */
  @ParameterizedTest
  @CsvSource({
    "raw/bytebuffer, 00",
    "raw/varhandle, 00",
  })
  void anErrorOfJavaInTheCodecIsUntyped(String codec, String wire) {
    assertOrigin(Manner.UNTYPED, By.CODEC, refused(codec, "interop.Stock", hex(wire)));
  }

  /** The guard's error is the cause of an error that the library documents, or is seen itself. */
  @ParameterizedTest
  @CsvSource({
    "xml/xstream, <interop.plain.Decimals><value>%s</value></interop.plain.Decimals>",
    "xml-jaxb/jdk-stax, <Decimals><value>%s</value></Decimals>",
    "xml-jaxb/woodstox, <Decimals><value>%s</value></Decimals>",
    "xml-jaxb/streams, <Decimals><value>%s</value></Decimals>",
    "prototext/protobuf-java, 'value: %s'",
  })
  void aNumberThatIsTooLongIsRefusedByTheCodec(String codec, String text) {
    ByteString wire = ByteString.copyFromUtf8(text.formatted("9".repeat(2_000_000)));
    Failure failure = refused(codec, "interop.Decimals", wire);
    assertOrigin(Manner.TYPED, By.CODEC, failure);
    assertTrue(
        failure.getReason().contains("digits") || failure.getReason().contains("characters"));
  }

  /** The codec reads on to the end of the bytes, and what stands there is the parser's matter. */
  @Test
  void aParserThatTheCodecCallsIsOfTheLibrary() {
    ByteString view = ByteString.copyFrom(Interop.testobject());
    Task.Builder task = Task.newBuilder().setMessage("interop.Testobject");
    for (String codec :
        List.of("xml/xstream", "xml-jaxb/jdk-stax", "xml-jaxb/woodstox", "xml-jaxb/streams")) {
      ByteString wire = tasks.run(task.setCodec(codec).setEncode(view).build()).getEncoded();
      assertFalse(wire.isEmpty(), codec);
      ByteString more = wire.concat(ByteString.copyFromUtf8("<"));
      assertOrigin(Manner.TYPED, By.LIBRARY, refused(codec, "interop.Testobject", more));
    }
  }

  @Test
  void aCycleIsRefusedByWhoSeesIt() {
    ByteString cycle = ByteString.copyFrom(Interop.cycle());
    Task.Builder task = Task.newBuilder().setMessage("interop.Node").setEncode(cycle);
    Failure jackson = tasks.run(task.setCodec("json/jackson").build()).getEncodeError();
    assertOrigin(Manner.TYPED, By.LIBRARY, jackson);
    Failure raw = tasks.run(task.setCodec("raw/unsafe").build()).getEncodeError();
    assertOrigin(Manner.TYPED, By.CODEC, raw);
    Failure protobuf = tasks.run(task.setCodec("protobuf/protobuf-java").build()).getEncodeError();
    assertOrigin(Manner.TYPED, By.CODEC, protobuf);
    assertEquals(Stage.BUILD, protobuf.getStage());
  }

  @Test
  void aFullStackIsThatOfTheLibrary() {
    for (String library : List.of("caucho", "lite")) {
      Failure failure = refused("hessian2/" + library, "interop.Stock", hex("57".repeat(20_000)));
      assertOrigin(Manner.EXHAUSTED, By.LIBRARY, failure);
    }
  }

  @Test
  void aFailingCastIsUntyped() {
    for (String library : List.of("caucho", "lite")) {
      Failure failure = refused("hessian2/" + library, "interop.Stock", hex("90"));
      assertEquals(Stage.USE, failure.getStage());
      assertOrigin(Manner.UNTYPED, By.CAST, failure);
    }
  }

  @Test
  void classesWrittenByHandHaveTheSameErrors() {
    Task.Builder task = Task.newBuilder().setClassName("com.polarsparc.data.interchange.Stock");
    for (String codec : List.of("json/jackson", "hessian2/caucho", "java-serial/jdk")) {
      Result result = tasks.run(task.setCodec(codec).setDecode(hex("43")).build());
      assertOrigin(Manner.TYPED, By.LIBRARY, result.getDecodeError());
    }
    Result cast =
        tasks.run(task.setCodec("java-serial/jdk").setDecode(hex("aced000574000161")).build());
    assertOrigin(Manner.UNTYPED, By.CAST, cast.getDecodeError());
  }

  @Test
  void whatIsNoErrorOfACodecHasNoOrigin() {
    assertEquals(
        new Failures.Origin(Manner.MANNER_UNSPECIFIED, By.BY_UNSPECIFIED),
        Failures.ofPeer(new IllegalStateException()));
    assertEquals(
        new Failures.Origin(Manner.EXHAUSTED, By.BY_UNSPECIFIED),
        Failures.ofPeer(new IllegalStateException(new OutOfMemoryError())));
  }

  private record Origin(String why, Throwable error, About codec, Manner manner, By by) {
    @Override
    public String toString() {
      return why;
    }
  }

  private static <T extends Throwable> T at(T error, String... classes) {
    error.setStackTrace(
        Arrays.stream(classes)
            .map(name -> new StackTraceElement(name, "run", null, -1))
            .toArray(StackTraceElement[]::new));
    return error;
  }

  static Stream<Origin> errors() {
    RuntimeException documented = new NumberFormatException();
    String[] library = {"java.util.Map", "org.library.Input", "wirebed.codec.X"};
    String[] guard = {"java.util.Map", "wirebed.codec.Guard", "org.library.Input"};
    String[] bean = {"interop.plain.Bean", "org.library.Input", "wirebed.codec.X"};
    String[] codec = {"java.util.Map", "wirebed.codec.X"};
    Throwable memory = at(new OutOfMemoryError(), guard);
    return Stream.of(
        new Origin(
            "derived from a documented error",
            at(documented, library),
            LIBRARY,
            Manner.TYPED,
            By.LIBRARY),
        new Origin(
            "not documented",
            at(new NullPointerException(), library),
            LIBRARY,
            Manner.UNTYPED,
            By.LIBRARY),
        new Origin(
            "a bean that the library calls",
            at(new NullPointerException(), bean),
            LIBRARY,
            Manner.UNTYPED,
            By.LIBRARY),
        new Origin(
            "the codec falls over",
            at(new NullPointerException(), codec),
            LIBRARY,
            Manner.UNTYPED,
            By.CODEC),
        new Origin(
            "a guard's error in one of the library",
            at(new IllegalArgumentException(at(new ArithmeticException(), guard)), library),
            LIBRARY,
            Manner.TYPED,
            By.CODEC),
        new Origin(
            "a class for refusals",
            at(new TrailingBytesException(), codec),
            LIBRARY,
            Manner.TYPED,
            By.CODEC),
        new Origin(
            "an error of Java without a stack",
            at(new ArithmeticException()),
            LIBRARY,
            Manner.UNTYPED,
            By.LIBRARY),
        new Origin(
            "an error of the bed without a stack",
            at(new RefusedException("")),
            LIBRARY,
            Manner.TYPED,
            By.CODEC),
        new Origin(
            "no library",
            at(new ArithmeticException(), library),
            About.NONE,
            Manner.UNTYPED,
            By.CODEC),
        new Origin("memory below a library", memory, LIBRARY, Manner.EXHAUSTED, By.LIBRARY),
        new Origin(
            "memory in a documented error",
            at(new IllegalArgumentException(memory), codec),
            LIBRARY,
            Manner.EXHAUSTED,
            By.LIBRARY),
        new Origin(
            "memory of the codec",
            at(new OutOfMemoryError(), codec),
            LIBRARY,
            Manner.EXHAUSTED,
            By.CODEC),
        new Origin(
            "memory without a stack",
            at(new OutOfMemoryError()),
            LIBRARY,
            Manner.EXHAUSTED,
            By.LIBRARY));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void stackAndClassDecide(Origin origin) {
    assertEquals(
        new Failures.Origin(origin.manner, origin.by),
        Failures.judged(Stage.PARSE, origin.error, origin.codec));
  }

  @Test
  void stagesDecideBeforeTheStack() {
    Throwable error = at(new IllegalArgumentException(), "org.library.Input");
    assertEquals(By.CODEC, Failures.judged(Stage.BUILD, error, LIBRARY).by());
    assertEquals(
        new Failures.Origin(Manner.UNTYPED, By.CAST), Failures.judged(Stage.USE, error, LIBRARY));
  }

  @Test
  void aChainThatEndsNowhereHasAnEnd() {
    Throwable error =
        new IllegalArgumentException() {
          private static final long serialVersionUID = 1L;

          @Override
          public synchronized Throwable getCause() {
            return this;
          }
        };
    assertEquals(Manner.TYPED, Failures.judged(Stage.PARSE, error, LIBRARY).manner());
  }

  static Stream<Codec> introduced() {
    return Stream.concat(
        Peer.description().codecs().stream().map(CodecEntry::introduce),
        Peer.description().classCodecs().stream().map(entry -> entry.introduce()));
  }

  @ParameterizedTest
  @MethodSource("introduced")
  void eachTypedErrorIsAClassWithAnAuthority(Codec codec) throws ClassNotFoundException {
    Set<String> ofNoLibrary = Set.of("none", "raw");
    assertEquals(ofNoLibrary.contains(codec.getFormat()), codec.getTypedErrorsCount() == 0);
    for (TypedError error : codec.getTypedErrorsList()) {
      Class<?> type = Class.forName(error.getType());
      assertTrue(Throwable.class.isAssignableFrom(type), error.getType());
      Set<Class<?>> anything = Set.of(Throwable.class, Exception.class, RuntimeException.class);
      assertFalse(anything.contains(type), error.getType());
      assertNotEquals("", error.getAuthority());
    }
  }

  @Test
  void everyFailureOfEveryCodecHasAnOrigin() {
    for (CodecEntry entry : Codecs.all()) {
      Failure failure = refused(entry.id(), "interop.Stock", hex("ff00ff"));
      assertNotEquals(Manner.MANNER_UNSPECIFIED, failure.getManner(), entry.id());
      assertNotEquals(By.BY_UNSPECIFIED, failure.getBy(), entry.id());
    }
  }
}
