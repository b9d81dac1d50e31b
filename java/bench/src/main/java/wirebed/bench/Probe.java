package wirebed.bench;

import com.google.protobuf.Message;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Set;
import wirebed.bridge.Bridge;
import wirebed.codec.Codec;
import wirebed.codec.CodecEntry;
import wirebed.protocol.BenchTask;
import wirebed.protocol.Model;
import wirebed.refusal.UnsupportedException;
import wirebed.tree.MessageType;

/**
 * Checks that a task does the work of its row. Constant bytes, a remembered encoding, or a decode
 * that builds nothing must not be timed (proto/wirebed/README.md, "Benchmark programs").
 *
 * <p>The probe runs the operations that are timed. It judges their results by another instance of
 * the codec, with the objects and the views of the peer.
 */
final class Probe {
  private static final class Cheat extends Exception {
    private static final long serialVersionUID = 1L;

    Cheat(String what) {
      super(what);
    }
  }

  private final Operations operations;

  Probe(Operations operations) {
    this.operations = operations;
  }

  ProbeResult of(BenchTask task) {
    try {
      switch (task.getOperation()) {
        case ENCODE, POPULATE -> writes(task);
        case DECODE, CONVERT -> reads(task);
        case COPY -> copies(task);
        case MEMCPY -> copiesBytes(task);
        default -> throw new IllegalArgumentException("the task says nothing to do");
      }
      return ProbeResult.kept(task.getId(), kept(task));
    } catch (Cheat | UnsupportedException e) {
      return ProbeResult.refused(task.getId(), e.getMessage());
    } catch (Exception | LinkageError | StackOverflowError | OutOfMemoryError e) {
      return ProbeResult.refused(task.getId(), e.toString());
    }
  }

  private String kept(BenchTask task) throws Exception {
    return switch (task.getOperation()) {
      case COPY ->
          "nothing is kept; every object is new, texts and other immutable values are shared";
      case MEMCPY -> "both places are kept";
      default -> task.getReused() ? operations.reusing(task).kept() : operations.codec(task).kept();
    };
  }

  /** Encodes a value, another value, and the first again as new objects; then one that changes. */
  private void writes(BenchTask task) throws Exception {
    byte[] view = task.getView().toByteArray();
    byte[] other = task.getOther().toByteArray();
    Reference reference = new Reference(task);
    Object first = reference.checked(write(task, view), view);
    Object second = reference.checked(write(task, other), other);
    reference.checked(write(task, view), view);
    differ(reference, first, second);
    // Whatever a codec remembers of its last object, it now remembers of this one.
    write(task, other);
    Object operand = operations.operand(task, view);
    TimedOperation operation = operations.on(task, operand);
    Object once = operation.run();
    reference.checked(bytes(once), view);
    if (!task.getReused() && once == operation.run()) {
      throw new Cheat("it returns bytes that it returned before");
    }
    if (!(operand instanceof Message)) {
      Fields.become(operand, operations.operand(task, other));
      reference.checked(bytes(operation.run()), other);
    }
  }

  private byte[] write(BenchTask task, byte[] view) throws Exception {
    return bytes(operations.on(task, operations.operand(task, view)).run());
  }

  private static byte[] bytes(Object written) {
    if (written instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return bytes;
    }
    return (byte[]) written;
  }

  /** Decodes the same bytes twice, other bytes, and the first again. */
  private void reads(BenchTask task) throws Exception {
    Reference reference = new Reference(task);
    byte[] wire = task.getWire().toByteArray();
    byte[] other = reference.written(task.getOther().toByteArray());
    TimedOperation operation = operations.on(task, wire);
    Object first = operation.run();
    Object repeated = operation.run();
    reference.same(
        reference.read(wire), first, "what it reads is not what the codec reads elsewhere");
    Object second = operations.on(task, other).run();
    reference.same(
        reference.read(other), second, "what it reads of other bytes is not what they hold");
    Object again = operation.run();
    reference.same(reference.read(wire), again, "read again, the bytes give another value");
    if (first == repeated || first == again || first == second) {
      throw new Cheat("it returns an object that it returned before");
    }
    differ(reference, reference.read(wire), reference.read(other));
  }

  private void copies(BenchTask task) throws Exception {
    byte[] view = task.getView().toByteArray();
    Bridge plain = operations.type(task).bridge(Model.PLAIN);
    Object operand = operations.operand(task, view);
    byte[] before = plain.view(operand);
    TimedOperation operation = operations.on(task, operand);
    Object copy = operation.run();
    if (copy == operand || copy == operation.run()) {
      throw new Cheat("the copy is no new object");
    }
    if (!Arrays.equals(before, plain.view(copy))) {
      throw new Cheat("the copy is another value");
    }
    Fields.become(operand, operations.operand(task, task.getOther().toByteArray()));
    if (!Arrays.equals(before, plain.view(copy))
        || !Arrays.equals(plain.view(operand), plain.view(operation.run()))) {
      throw new Cheat("the copy is not of the object as it is");
    }
  }

  private void copiesBytes(BenchTask task) throws Exception {
    byte[] from = task.getWire().toByteArray();
    byte[] to = (byte[]) operations.on(task, from).run();
    if (to == from || !Arrays.equals(from, to)) {
      throw new Cheat("the bytes are not copied");
    }
  }

  /** Each field in which the two values differ must arrive. */
  private void differ(Reference reference, Object first, Object second) throws Cheat {
    Set<String> lost = reference.fieldsThatDiffer();
    lost.removeAll(Fields.differing(first, second));
    if (!lost.isEmpty()) {
      throw new Cheat("two values that differ in " + lost + " come through the same there");
    }
  }

  /** The results of the task's codec outside of the benchmark. */
  private final class Reference {
    private final BenchTask task;
    private final MessageType type;
    private final Model model;
    private final Bridge bridge;
    private final Codec reader;
    private final Codec writer;

    Reference(BenchTask task) throws UnsupportedException {
      CodecEntry entry = operations.entry(task.getCodec());
      this.task = task;
      type = operations.type(task);
      model = entry.model();
      bridge = type.bridge(model);
      reader = operations.open(entry);
      writer = operations.open(operations.writer(task));
    }

    byte[] written(byte[] view) throws Exception {
      return writer.encode(bridge.build(view), type, task.getOptionsMap());
    }

    /** The object as the operation returns it: of the codec's model, or the plain object. */
    Object read(byte[] wire) throws Exception {
      Object value = type.checked(model, reader.decode(wire, type, task.getOptionsMap()));
      return plain() ? type.bridge(Model.PLAIN).build(bridge.view(value)) : value;
    }

    private boolean plain() {
      return task.getOperation() == wirebed.protocol.Operation.CONVERT;
    }

    /** The object in the bytes, which must equal the one that the codec makes of the view. */
    Object checked(byte[] wire, byte[] view) throws Exception {
      Object value = type.checked(model, reader.decode(wire, type, task.getOptionsMap()));
      Object expected =
          type.checked(model, reader.decode(written(view), type, task.getOptionsMap()));
      if (!Arrays.equals(bridge.view(value), bridge.view(expected))) {
        throw new Cheat("the bytes are not those of the value");
      }
      return value;
    }

    void same(Object expected, Object found, String otherwise) throws Cheat {
      Bridge views = plain() ? type.bridge(Model.PLAIN) : bridge;
      type.checked(plain() ? Model.PLAIN : model, found);
      if (!Arrays.equals(views.view(expected), views.view(found))) {
        throw new Cheat(otherwise);
      }
    }

    Set<String> fieldsThatDiffer() {
      Bridge views = plain() ? type.bridge(Model.PLAIN) : bridge;
      return Fields.differing(
          views.build(task.getView().toByteArray()), views.build(task.getOther().toByteArray()));
    }
  }
}
