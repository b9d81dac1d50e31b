package wirebed.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import wirebed.bridge.Bridge;
import wirebed.codec.Codec;
import wirebed.codec.CodecEntry;
import wirebed.codec.Codecs;
import wirebed.codec.ReusingCodec;
import wirebed.protocol.BenchTask;
import wirebed.protocol.Model;
import wirebed.protocol.Operation;

/** Every codec's operations are probed, and do what the codec does outside of the benchmark. */
class ProbeTest {
  private static final String JACKSON = "json/jackson";

  static List<Arguments> all() {
    List<Arguments> all = new ArrayList<>();
    for (CodecEntry entry : Codecs.all()) {
      for (Operation operation : List.of(Operation.ENCODE, Operation.DECODE)) {
        boolean can = entry.encodes() || operation == Operation.DECODE;
        if (can && !entry.about().format().equals("none")) {
          all.add(Arguments.of(entry.id(), operation));
        }
      }
      if (entry.model() == Model.MESSAGE && !entry.about().format().equals("none")) {
        all.add(Arguments.of(entry.id(), Operation.POPULATE));
        all.add(Arguments.of(entry.id(), Operation.CONVERT));
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyCodecIsTimed(String codec, Operation operation) throws Exception {
    for (BenchTask task : tasks(codec, operation)) {
      ProbeResult result = new Probe(Cases.operations()).of(task);
      assertNull(result.refused(), result.refused());
      assertNotNull(result.kept());
      assertSameWork(task);
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void reusedEveryCodecIsTimedOrKeepsNothing(String codec, Operation operation) throws Exception {
    for (BenchTask task : tasks(codec, operation)) {
      BenchTask reused = task.toBuilder().setReused(true).build();
      String refused = new Probe(Cases.operations()).of(reused).refused();
      if (refused == null) {
        assertSameWork(reused);
      } else {
        assertEquals(ReusingCodec.NOTHING_MORE, refused);
      }
    }
  }

  @Test
  void copiesAreTimed() throws Exception {
    BenchTask copy = Cases.task("", Cases.stock()).setOperation(Operation.COPY).build();
    assertNull(new Probe(Cases.operations()).of(copy).refused());
    BenchTask.Builder bytes = BenchTask.newBuilder().setOperation(Operation.MEMCPY);
    bytes.setWire(ByteString.copyFromUtf8("as many bytes"));
    assertNull(new Probe(Cases.operations()).of(bytes.build()).refused());
  }

  @Test
  void onlyTheBytesOfAWriterAreCounted() throws Exception {
    BenchTask encode = tasks(JACKSON, Operation.ENCODE).get(0);
    assertEquals(26, new Probe(Cases.operations()).of(encode).bytes());
    BenchTask decode = tasks(JACKSON, Operation.DECODE).get(0);
    assertNull(new Probe(Cases.operations()).of(decode).bytes());
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

  /** Each of several results of the operation is another object, and equals the codec's own. */
  private static void assertSameWork(BenchTask task) throws Exception {
    CodecEntry entry = Cases.entry(task.getCodec());
    Codec codec = entry.open().apply(Cases.TREE);
    Bridge bridge = Cases.operations().type(task).bridge(entry.model());
    TimedOperation operation = Cases.operations().of(task);
    Object before = null;
    for (int round = 0; round < 3; round++) {
      Object result = operation.run();
      switch (task.getOperation()) {
        case ENCODE, POPULATE -> {
          Object value = bridge.build(task.getView().toByteArray());
          byte[] expected = codec.encode(value, Cases.operations().type(task), Map.of());
          assertArrayEquals(read(codec, task, expected), read(codec, task, bytes(result)));
        }
        case DECODE ->
            assertArrayEquals(read(codec, task, task.getWire().toByteArray()), bridge.view(result));
        default -> {
          Bridge plain = Cases.operations().type(task).bridge(Model.PLAIN);
          byte[] held = read(codec, task, task.getWire().toByteArray());
          assertArrayEquals(plain.view(plain.build(held)), plain.view(result));
        }
      }
      boolean isNew = !task.getReused() || task.getOperation() == Operation.CONVERT;
      if (isNew) {
        assertNotSame(before, result);
      }
      before = result;
    }
  }

  /** The view of what the codec reads. */
  private static byte[] read(Codec codec, BenchTask task, byte[] wire) throws Exception {
    Bridge bridge = Cases.operations().type(task).bridge(Cases.entry(task.getCodec()).model());
    return bridge.view(codec.decode(wire, Cases.operations().type(task), Map.of()));
  }

  private static byte[] bytes(Object written) {
    if (written instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return bytes;
    }
    return (byte[]) written;
  }

  /** Tasks on Testobject and on Stock. A codec that only reads gets bytes of its format. */
  private static List<BenchTask> tasks(String codec, Operation operation) throws Exception {
    List<BenchTask> tasks = new ArrayList<>();
    for (Cases.Case one : List.of(Cases.testobject(), Cases.stock())) {
      BenchTask.Builder task = Cases.task(codec, one).setOperation(operation);
      if (operation == Operation.DECODE || operation == Operation.CONVERT) {
        CodecEntry writer = writer(Cases.entry(codec));
        Object value = one.type().bridge(writer.model()).build(one.view());
        byte[] wire = writer.open().apply(Cases.TREE).encode(value, one.type(), Map.of());
        task.setWire(ByteString.copyFrom(wire));
      }
      tasks.add(task.build());
    }
    return tasks;
  }

  private static CodecEntry writer(CodecEntry reader) {
    return Codecs.all().stream()
        .filter(one -> one.encodes() && one.about().format().equals(reader.about().format()))
        .filter(one -> one.id().equals(reader.id()) || !reader.encodes())
        .findFirst()
        .orElseThrow();
  }
}
