package wirebed.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import wirebed.codec.Codec;
import wirebed.codec.CodecEntry;
import wirebed.codec.Codecs;
import wirebed.protocol.BenchTask;
import wirebed.protocol.Model;
import wirebed.protocol.Operation;

class ProbeTest {
  private static final String JACKSON = "json/jackson";
  private static final String PROTOBUF = "protobuf/protobuf-java";
  private static final String SAME = "come through the same there";
  private static final String STALE = "the bytes are not those of the value";
  private static final String RETURNED = "it returns an object that it returned before";

  static List<Arguments> honest() {
    List<Arguments> all = new ArrayList<>();
    for (CodecEntry entry : Codecs.all()) {
      for (Operation operation : List.of(Operation.ENCODE, Operation.DECODE)) {
        boolean can = entry.encodes() || operation == Operation.DECODE;
        if (can && !entry.format().equals("none")) {
          all.add(Arguments.of(entry.id(), operation));
        }
      }
      if (entry.model() == Model.MESSAGE && !entry.format().equals("none")) {
        all.add(Arguments.of(entry.id(), Operation.POPULATE));
        all.add(Arguments.of(entry.id(), Operation.CONVERT));
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("honest")
  void everyCodecIsTimed(String codec, Operation operation) throws Exception {
    for (BenchTask task : tasks(codec, operation)) {
      ProbeResult result = new Probe(Cases.operations()).of(task);
      assertNull(result.refused(), result.refused());
      assertNotNull(result.kept());
    }
  }

  @ParameterizedTest
  @MethodSource("honest")
  void reusedEveryCodecIsTimedOrKeepsNothing(String codec, Operation operation) throws Exception {
    for (BenchTask task : tasks(codec, operation)) {
      ProbeResult result =
          new Probe(Cases.operations()).of(task.toBuilder().setReused(true).build());
      String refused = result.refused();
      assertEquals(
          refused == null ? null : "this library keeps nothing more",
          refused == null ? null : refused.replaceFirst(" to (en|de)code with$", ""));
    }
  }

  @Test
  void constantBytesAreRefused() throws Exception {
    assertRefused(Cheats.Constant::new, JACKSON, Operation.ENCODE, SAME);
    assertRefused(Cheats.Constant::new, PROTOBUF, Operation.POPULATE, SAME);
  }

  @Test
  void theLastEncodingByIdentityIsRefused() throws Exception {
    assertRefused(c -> new Cheats.Remembering(c, false, true), JACKSON, Operation.ENCODE, STALE);
  }

  @Test
  void theLastEncodingByEqualityIsRefused() throws Exception {
    assertRefused(c -> new Cheats.Remembering(c, true, true), JACKSON, Operation.ENCODE, STALE);
  }

  /** A message cannot change; the returned array gives the cheat away. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void theLastEncodingOfAMessageIsRefused(boolean equal) throws Exception {
    assertRefused(
        c -> new Cheats.Remembering(c, equal, false),
        PROTOBUF,
        Operation.ENCODE,
        "it returns bytes that it returned before");
  }

  @Test
  void aDroppedFieldIsRefused() throws Exception {
    assertRefused(Cheats.Dropping::new, JACKSON, Operation.ENCODE, "[b] " + SAME);
  }

  @Test
  void aRememberedObjectIsRefused() throws Exception {
    assertRefused(c -> new Cheats.ReadsOnce(c, false), JACKSON, Operation.DECODE, RETURNED);
    assertRefused(c -> new Cheats.ReadsOnce(c, false), PROTOBUF, Operation.DECODE, RETURNED);
  }

  @Test
  void oneObjectForAllBytesIsRefused() throws Exception {
    assertRefused(c -> new Cheats.ReadsOnce(c, true), JACKSON, Operation.DECODE, RETURNED);
  }

  @Test
  void readingNothingIsRefused() throws Exception {
    assertRefused(Cheats.ReadsNothing::new, JACKSON, Operation.DECODE, "NullPointerException");
  }

  @Test
  void copiesAreTimed() throws Exception {
    BenchTask.Builder copy = Cases.task("", Cases.stock(), Cases.otherStock());
    assertNull(
        new Probe(Cases.operations()).of(copy.setOperation(Operation.COPY).build()).refused());
    BenchTask.Builder bytes = BenchTask.newBuilder().setOperation(Operation.MEMCPY);
    bytes.setWire(ByteString.copyFromUtf8("as many bytes"));
    assertNull(new Probe(Cases.operations()).of(bytes.build()).refused());
  }

  @Test
  void aPlainCodecHasNothingToConvertTo() throws Exception {
    for (Operation operation : List.of(Operation.POPULATE, Operation.CONVERT)) {
      BenchTask task = tasks(JACKSON, operation).get(0);
      assertEquals(
          "its objects are the plain objects: no class to convert to",
          new Probe(Cases.operations()).of(task).refused());
    }
  }

  @Test
  void anUnknownCodecIsRefused() throws Exception {
    BenchTask task = tasks(JACKSON, Operation.ENCODE).get(0).toBuilder().setCodec("json/x").build();
    String refused = new Probe(Cases.operations()).of(task).refused();
    assertEquals("java.lang.IllegalArgumentException: this peer has no codec json/x", refused);
  }

  private static void assertRefused(
      UnaryOperator<Codec> cheat, String around, Operation operation, String why) throws Exception {
    CodecEntry honest = Cases.entry(around);
    CodecEntry entry =
        CodecEntry.of(
            honest.format(),
            honest.library(),
            honest.model(),
            honest.version(),
            honest.errors(),
            tree -> cheat.apply(honest.open().apply(tree)));
    BenchTask task = tasks(around, operation).get(0);
    String refused = new Probe(new Operations(Cases.TREE, List.of(entry))).of(task).refused();
    assertNotNull(refused, "it was accepted");
    assertEquals(true, refused.contains(why), refused);
  }

  /** Tasks on Testobject and on Stock. A codec that only reads gets bytes of its format. */
  private static List<BenchTask> tasks(String codec, Operation operation) throws Exception {
    List<BenchTask> tasks = new ArrayList<>();
    Cases.Case[][] pairs = {
      {Cases.testobject(), Cases.otherTestobject()}, {Cases.stock(), Cases.otherStock()}
    };
    for (Cases.Case[] pair : pairs) {
      BenchTask.Builder task = Cases.task(codec, pair[0], pair[1]).setOperation(operation);
      if (operation == Operation.DECODE || operation == Operation.CONVERT) {
        Operations operations = Cases.operations();
        CodecEntry writer = operations.writer(task.build());
        Object value = pair[0].type().bridge(writer.model()).build(pair[0].view());
        byte[] wire = operations.open(writer).encode(value, pair[0].type(), Map.of());
        task.setWire(ByteString.copyFrom(wire));
      }
      tasks.add(task.build());
    }
    return tasks;
  }
}
