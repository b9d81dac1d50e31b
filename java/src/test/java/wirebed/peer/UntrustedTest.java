package wirebed.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import wirebed.Alarm;
import wirebed.HandWritten;
import wirebed.Interop;
import wirebed.codec.CodecEntry;
import wirebed.codec.Codecs;
import wirebed.codec.classes.ClassCodecs;
import wirebed.protocol.Relay;
import wirebed.protocol.Result;
import wirebed.protocol.Result.OutcomeCase;
import wirebed.protocol.Task;

/**
 * Sends streams that name classes on no allow list to every task that reads object streams or
 * Hessian, and checks that no code of these classes runs.
 */
class UntrustedTest {
  /**
   * Two classes on the class path, one of the JDK, and classes of libraries that are known for
   * gadgets.
   */
  private static final List<String> NAMES =
      List.of(
          "wirebed.Untouched",
          "wirebed.Untouched$External",
          "javax.swing.JFrame",
          "java.util.PriorityQueue",
          "org.apache.commons.collections.functors.InvokerTransformer",
          "org.apache.commons.collections.functors.ChainedTransformer",
          "org.apache.commons.collections.functors.InstantiateTransformer",
          "org.apache.commons.collections.keyvalue.TiedMapEntry",
          "org.apache.commons.collections.map.LazyMap",
          "org.apache.commons.collections4.comparators.TransformingComparator");

  /** Other codecs write texts as block data, which cannot name a class. */
  private static final Set<String> WITH_OBJECTS_FOR_TEXTS = Set.of("java-serial", "java-external");

  private static final String STOCK = "com.polarsparc.data.interchange.Stock";
  private static final String BY_HAND = "evolution.classes.J26Object";

  @TempDir static Path folder;

  private static final PeerDescription DESCRIPTION =
      new PeerDescription("java", Codecs.all(), ClassCodecs.all());
  private static final Tasks TASKS = new Tasks(Interop.TREE, DESCRIPTION, EchoClient.NONE);
  private static Tasks byHand;

  @BeforeAll
  static void compileClasses() throws IOException {
    byHand = new Tasks(HandWritten.compiled(folder, "v2"), DESCRIPTION, EchoClient.NONE);
  }

  @BeforeEach
  void silence() {
    Alarm.raised();
  }

  // ---- the tasks

  static Stream<CodecEntry> ofStreams() {
    return Codecs.all().stream().filter(entry -> entry.about().format().startsWith("java-"));
  }

  static Stream<CodecEntry> ofHessian() {
    return Codecs.all().stream().filter(entry -> entry.about().format().equals("hessian2"));
  }

  private static Task.Builder task(String codec, String message) {
    return Task.newBuilder().setCodec(codec).setMessage(message);
  }

  private static Task.Builder byHand(String codec) {
    return Task.newBuilder().setCodec(codec).setClassName(BY_HAND);
  }

  /** Reading, and reading and writing again, both fail, and no code has run. */
  private static void refused(Task.Builder task, byte[] wire, String what) {
    Tasks tasks = task.getClassName().isEmpty() ? TASKS : byHand;
    ByteString bytes = ByteString.copyFrom(wire);
    Result read = tasks.run(task.clone().setDecode(bytes).build());
    assertEquals(OutcomeCase.DECODE_ERROR, read.getOutcomeCase(), what + " " + read);
    Result relayed = tasks.run(task.clone().setRelay(Relay.newBuilder().setWire(bytes)).build());
    assertTrue(
        List.of(OutcomeCase.DECODE_ERROR, OutcomeCase.ENCODE_ERROR)
            .contains(relayed.getOutcomeCase()),
        what + " " + relayed);
    assertEquals("", Alarm.raised(), what);
  }

  // ---- object streams

  @ParameterizedTest
  @MethodSource("ofStreams")
  void objectStreamsOfPlainClasses(CodecEntry entry) throws IOException {
    byte[] view = Interop.stock();
    Task write = task(entry.id(), "interop.Stock").setEncode(ByteString.copyFrom(view)).build();
    byte[] stock = TASKS.run(write).getEncoded().toByteArray();
    assertTrue(stock.length > 0, entry.id());
    for (String name : NAMES) {
      for (byte[] stream : HostileStreams.streams(name)) {
        refused(task(entry.id(), "interop.Stock"), stream, entry.id() + " " + name);
      }
      byte[] planted = HostileStreams.planted(stock, HostileStreams.object(name));
      assertEquals(
          WITH_OBJECTS_FOR_TEXTS.contains(entry.about().format()), planted != null, entry.id());
      if (planted != null) {
        refused(task(entry.id(), "interop.Stock"), planted, entry.id() + " with " + name);
      }
    }
  }

  @Test
  void objectStreamsOfClassesByHand() throws IOException {
    for (String name : NAMES) {
      for (byte[] stream : HostileStreams.streams(name)) {
        refused(byHand("java-serial/jdk"), stream, name);
      }
      refused(
          byHand("java-serial/jdk"),
          HostileStreams.held(BY_HAND, "value", "Ljava/lang/Object;", HostileStreams.object(name)),
          "in a field: " + name);
    }
  }

  // ---- Hessian

  @ParameterizedTest
  @MethodSource("ofHessian")
  void hessianOfPlainClasses(CodecEntry entry) throws IOException {
    for (String name : NAMES) {
      for (byte[] value : HostileHessian.values(name)) {
        refused(task(entry.id(), "interop.Stock"), value, entry.id() + " " + name);
      }
      for (byte[] value : HostileHessian.held(STOCK, "symbol", name)) {
        refused(task(entry.id(), "interop.Stock"), value, entry.id() + " with " + name);
      }
    }
  }

  /**
   * Caucho knows the requested class, and reads a map of another name into it; in a field of type
   * Object it makes a map or list. It never makes what the stream names.
   */
  @Test
  void hessianOfClassesByHand() throws IOException {
    for (String name : NAMES) {
      List<byte[]> values = new ArrayList<>(HostileHessian.values(name));
      values.addAll(HostileHessian.held(BY_HAND, "value", name));
      for (byte[] value : values) {
        Task.Builder task = byHand("hessian2/caucho").setDecode(ByteString.copyFrom(value));
        Result read = byHand.run(task.build());
        assertEquals("", Alarm.raised(), name);
        if (read.getOutcomeCase() != OutcomeCase.DECODE_ERROR) {
          assertEquals(OutcomeCase.DECODED, read.getOutcomeCase(), name + " " + read);
          assertTrue(read.getDecoded().toStringUtf8().contains(BY_HAND), name);
        }
      }
    }
  }

  /** Without a schema, as in `make why`, any value is read, and a class is only a name in it. */
  @ParameterizedTest
  @MethodSource("ofHessian")
  void hessianWithoutASchema(CodecEntry entry) throws IOException {
    for (String name : NAMES) {
      for (byte[] value : HostileHessian.values(name)) {
        Task task = task(entry.id(), "").setDecode(ByteString.copyFrom(value)).build();
        Result read = TASKS.run(task);
        assertEquals(OutcomeCase.DECODED, read.getOutcomeCase(), name + " " + read);
        assertEquals("", Alarm.raised(), name);
      }
    }
  }

  // ---- the alarm works

  /** Its classes are its own, so that those of the other tests stay uninitialized. */
  @Test
  void withoutAFilterTheirCodeRuns() throws Exception {
    List<URL> path = new ArrayList<>();
    for (String place : System.getProperty("java.class.path").split(":")) {
      path.add(Path.of(place).toUri().toURL());
    }
    for (String name : List.of("wirebed.Untouched", "wirebed.Untouched$External")) {
      try (URLClassLoader loader = new URLClassLoader(path.toArray(URL[]::new), null)) {
        new Unfiltered(new ByteArrayInputStream(HostileStreams.streams(name).get(0)), loader)
            .readObject();
        Object raised = loader.loadClass(Alarm.class.getName()).getMethod("raised").invoke(null);
        assertTrue(raised.toString().startsWith("initializer "), raised.toString());
        assertTrue(raised.toString().contains("readResolve"), raised.toString());
      }
    }
    assertEquals("", Alarm.raised());
  }

  private static final class Unfiltered extends ObjectInputStream {
    private final ClassLoader loader;

    Unfiltered(InputStream in, ClassLoader loader) throws IOException {
      super(in);
      this.loader = loader;
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description) throws ClassNotFoundException {
      return Class.forName(description.getName(), false, loader);
    }
  }
}
