package wirebed.peer;

import com.google.protobuf.ByteString;
import java.util.Map;
import wirebed.bridge.BareBridge;
import wirebed.codec.About;
import wirebed.codec.BareCodec;
import wirebed.codec.CodecEntry;
import wirebed.protocol.Column;
import wirebed.protocol.Measure;
import wirebed.protocol.Measured;
import wirebed.protocol.Relay;
import wirebed.protocol.Result;
import wirebed.protocol.Stage;
import wirebed.protocol.Task;
import wirebed.tree.Tree;

/**
 * Runs one task after another. A failure of any kind is the result of its task, and the peer goes
 * on.
 */
final class Tasks {
  private final OpenCodecs codecs;
  private final ClassTasks classes;
  private final EchoClient echoes;

  Tasks(Tree tree, PeerDescription description, EchoClient echoes) {
    codecs = new OpenCodecs(tree, description.codecs());
    classes = new ClassTasks(tree, description.classCodecs());
    this.echoes = echoes;
  }

  /** The work of an encode or a decode with each value, which is a view or wire bytes. */
  interface Step {
    byte[] of(ByteString value);
  }

  Result run(Task task) {
    Result.Builder result = Result.newBuilder().setId(task.getId());
    try {
      run(task, result);
    } catch (Throwable failure) {
      fail(failure, result);
    }
    return result.build();
  }

  /**
   * The error of a task becomes its result. It may be an OutOfMemoryError: the objects that filled
   * the memory belong to this task.
   */
  static void fail(Throwable thrown, Result.Builder result) {
    TaskFailure failure = thrown instanceof TaskFailure it ? it : TaskFailure.internal(thrown);
    failure.into(result);
  }

  private void run(Task task, Result.Builder result) {
    if (task.getActionCase() == Task.ActionCase.ACTION_NOT_SET) {
      throw TaskFailure.unsupported("the task has no action that this peer knows");
    }
    if (!task.getClassName().isEmpty()) {
      classes.run(task, result);
      return;
    }
    if (task.getActionCase() == Task.ActionCase.ECHO) {
      echoes.echo(task, result);
      return;
    }
    switch (task.getActionCase()) {
      case ENCODE ->
          result.setEncoded(bytes(step(task, Column.Action.ENCODE).of(task.getEncode())));
      case DECODE ->
          result.setDecoded(bytes(step(task, Column.Action.DECODE).of(task.getDecode())));
      default -> runOther(task, result);
    }
  }

  private Step step(Task task, Column.Action action) {
    return step(action, task.getCodec(), task.getMessage(), task.getOptionsMap(), "");
  }

  /** Looks up once what a peer needs for many values. */
  Step step(
      Column.Action action,
      String id,
      String message,
      Map<String, String> options,
      String className) {
    if (action != Column.Action.ENCODE && action != Column.Action.DECODE) {
      throw TaskFailure.unsupported("the task has no action that this peer knows");
    }
    boolean encodes = action == Column.Action.ENCODE;
    if (!className.isEmpty()) {
      return classes.step(encodes, id, className);
    }
    CodecEntry entry = codecs.entry(id);
    if (encodes && !entry.encodes()) {
      throw TaskFailure.unsupported(entry.id() + " does not encode");
    }
    if (message.isEmpty()) {
      return bareStep(encodes, entry, options);
    }
    MessageCodec codec = codecs.of(id, message, options);
    return encodes
        ? view -> codec.encode(codec.build(view.toByteArray()))
        : wire -> codec.view(codec.decode(wire.toByteArray()));
  }

  private Step bareStep(boolean encodes, CodecEntry entry, Map<String, String> options) {
    BareCodec codec = bare(entry);
    About about = entry.about();
    if (encodes) {
      return view -> {
        Object value = building(about, () -> BareBridge.build(view.toByteArray()));
        return writing(about, () -> codec.encodeBare(value, options));
      };
    }
    return wire -> {
      Object value = parsing(about, () -> codec.decodeBare(wire.toByteArray(), options));
      return using(about, () -> BareBridge.view(value));
    };
  }

  private BareCodec bare(CodecEntry entry) {
    if (codecs.codec(entry) instanceof BareCodec codec) {
      return codec;
    }
    throw TaskFailure.unsupported(entry.id() + " has no values without a schema");
  }

  private void runOther(Task task, Result.Builder result) {
    if (task.getMessage().isEmpty()) {
      bare(codecs.entry(task.getCodec()));
      throw TaskFailure.unsupported("a value without a schema is encoded or decoded only");
    }
    MessageCodec codec = codecs.of(task.getCodec(), task.getMessage(), task.getOptionsMap());
    if (task.getActionCase() == Task.ActionCase.MEASURE) {
      result.setMeasured(measure(task.getMeasure(), codec));
      return;
    }
    Relay relay = task.getRelay();
    MessageCodec into = into(task, codec);
    Object read = codec.checked(codec.decode(relay.getWire().toByteArray()));
    Object value = codec.edit(read, relay.getSet().toByteArray(), relay.getClearList());
    result.setEncoded(bytes(into.encode(value)));
  }

  private static Measured measure(Measure measure, MessageCodec codec) {
    Stopwatch watch = new Stopwatch(measure.getMilliseconds());
    Measured.Builder measured = Measured.newBuilder();
    byte[] wire = measure.getWire().toByteArray();
    if (!measure.hasWire()) {
      Object value = codec.build(measure.getView().toByteArray());
      wire = codec.encode(value);
      measured.setEncode(watch.time(() -> codec.encode(value)));
    }
    byte[] bytes = wire;
    measured.setDecode(watch.time(() -> codec.decode(bytes)));
    return measured.setSize(bytes.length).build();
  }

  /**
   * The codec that encodes the decoded objects, which must be of its model; by default the same.
   */
  private MessageCodec into(Task task, MessageCodec from) {
    String id = task.getRelay().getInto();
    MessageCodec into =
        id.isEmpty() ? from : codecs.of(id, task.getMessage(), task.getOptionsMap());
    if (into.entry().model() != from.entry().model()) {
      throw TaskFailure.unsupported(id + " does not take what " + from.entry().id() + " returns");
    }
    return into.requireEncodes();
  }

  private static <T> T building(About about, TaskFailure.Step<T> step) {
    return TaskFailure.attempt(TaskFailure.Side.ENCODE, Stage.BUILD, about, step);
  }

  private static <T> T writing(About about, TaskFailure.Step<T> step) {
    return TaskFailure.attempt(TaskFailure.Side.ENCODE, Stage.WRITE, about, step);
  }

  private static <T> T parsing(About about, TaskFailure.Step<T> step) {
    return TaskFailure.attempt(TaskFailure.Side.DECODE, Stage.PARSE, about, step);
  }

  private static <T> T using(About about, TaskFailure.Step<T> step) {
    return TaskFailure.attempt(TaskFailure.Side.DECODE, Stage.USE, about, step);
  }

  private static ByteString bytes(byte[] bytes) {
    return ByteString.copyFrom(bytes);
  }
}
