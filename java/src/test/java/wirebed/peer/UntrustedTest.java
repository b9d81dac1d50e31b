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
 * Hessian. No code of those classes runs.
 */
class UntrustedTest {
  /** On the class path (two of them), in the JDK, and in libraries of which gadgets are made. */
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

  /** Others write texts as data, where nothing can name a class. */
  private static final Set<String> WITH_OBJECTS_FOR_TEXTS = Set.of("java-serial", "java-external");

  private static final String STOCK = "com.polarsparc.data.interchange.Stock";
  private static final String BY_HAND = "evolution.classes.J26Object";

  @TempDir static Path folder;

  private static final PeerDescription DESCRIPTION =
      new PeerDescription("java", Codecs.all(), ClassCodecs.all());
  private static final Tasks TASKS = new Tasks(Interop.TREE, DESCRIPTION);
  private static Tasks byHand;

  @BeforeAll
  static void compileClasses() throws IOException {
    byHand = new Tasks(HandWritten.compiled(folder, "v2"), DESCRIPTION);
  }

  @BeforeEach
  void silence() {
    Alarm.rung();
  }

  // ---- what is asked

  static Stream<CodecEntry> ofStreams() {
    return Codecs.all().stream().filter(entry -> entry.format().startsWith("java-"));
  }

  static Stream<CodecEntry> ofHessian() {
    return Codecs.all().stream().filter(entry -> entry.format().equals("hessian2"));
  }

  private static Task.Builder task(String codec, String message) {
    return Task.newBuilder().setCodec(codec).setMessage(message);
  }

  private static Task.Builder byHand(String codec) {
    return Task.newBuilder().setCodec(codec).setClassName(BY_HAND);
  }

  /** Read, and read and written again: neither gives anything, and nothing has run. */
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
    assertEquals("", Alarm.rung(), what);
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
      assertEquals(WITH_OBJECTS_FOR_TEXTS.contains(entry.format()), planted != null, entry.id());
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
   * Caucho is told which class is asked for, and reads a map of another name into that one; in a
   * field that is an Object it makes a map or list of it. Never what the stream names.
   */
  @Test
  void hessianOfClassesByHand() throws IOException {
    for (String name : NAMES) {
      List<byte[]> values = new ArrayList<>(HostileHessian.values(name));
      values.addAll(HostileHessian.held(BY_HAND, "value", name));
      for (byte[] value : values) {
        Task.Builder task = byHand("hessian2/caucho").setDecode(ByteString.copyFrom(value));
        Result read = byHand.run(task.build());
        assertEquals("", Alarm.rung(), name);
        if (read.getOutcomeCase() != OutcomeCase.DECODE_ERROR) {
          assertEquals(OutcomeCase.DECODED, read.getOutcomeCase(), name + " " + read);
          assertTrue(read.getDecoded().toStringUtf8().contains(BY_HAND), name);
        }
      }
    }
  }

  /** Without a schema, as `make why` asks: any value is read, and a class is only a name in it. */
  @ParameterizedTest
  @MethodSource("ofHessian")
  void hessianWithoutASchema(CodecEntry entry) throws IOException {
    for (String name : NAMES) {
      for (byte[] value : HostileHessian.values(name)) {
        Task task = task(entry.id(), "").setDecode(ByteString.copyFrom(value)).build();
        Result read = TASKS.run(task);
        assertEquals(OutcomeCase.DECODED, read.getOutcomeCase(), name + " " + read);
        assertEquals("", Alarm.rung(), name);
      }
    }
  }

  // ---- that the trap works

  /** In classes of its own, so that those of the other tests stay as nobody has touched them. */
  @Test
  void withoutAFilterTheyRing() throws Exception {
    List<URL> path = new ArrayList<>();
    for (String place : System.getProperty("java.class.path").split(":")) {
      path.add(Path.of(place).toUri().toURL());
    }
    for (String name : List.of("wirebed.Untouched", "wirebed.Untouched$External")) {
      try (URLClassLoader loader = new URLClassLoader(path.toArray(URL[]::new), null)) {
        new Unfiltered(new ByteArrayInputStream(HostileStreams.streams(name).get(0)), loader)
            .readObject();
        Object rung = loader.loadClass(Alarm.class.getName()).getMethod("rung").invoke(null);
        assertTrue(rung.toString().startsWith("initializer "), rung.toString());
        assertTrue(rung.toString().contains("readResolve"), rung.toString());
      }
    }
    assertEquals("", Alarm.rung());
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
