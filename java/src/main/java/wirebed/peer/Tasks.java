package wirebed.peer;

import com.google.protobuf.ByteString;
import java.util.Map;
import wirebed.bridge.BareBridge;
import wirebed.codec.BareCodec;
import wirebed.codec.Codec;
import wirebed.codec.CodecEntry;
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

  Result run(Task task) {
    Result.Builder result = Result.newBuilder().setId(task.getId());
    try {
      run(task, result);
    } catch (TaskFailure failure) {
      failure.into(result);
    } catch (Throwable defect) {
      // Even an OutOfMemoryError: the objects that filled the memory belong to this task.
      TaskFailure.internal(defect).into(result);
    }
    return result.build();
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
    CodecEntry entry = codecs.entry(task.getCodec());
    if (task.getActionCase() == Task.ActionCase.ENCODE && !entry.encodes()) {
      throw TaskFailure.unsupported(entry.id() + " does not encode");
    }
    if (task.getMessage().isEmpty()) {
      runBare(task, codecs.codec(entry), result);
    } else {
      run(task, codecs.of(task.getCodec(), task.getMessage(), task.getOptionsMap()), result);
    }
  }

  private void run(Task task, MessageCodec codec, Result.Builder result) {
    switch (task.getActionCase()) {
      case ENCODE -> {
        Object value = codec.build(task.getEncode().toByteArray());
        result.setEncoded(bytes(codec.encode(value)));
      }
      case DECODE -> {
        Object value = codec.decode(task.getDecode().toByteArray());
        result.setDecoded(bytes(codec.view(value)));
      }
      case RELAY -> {
        Relay relay = task.getRelay();
        MessageCodec into = into(task, codec);
        Object read = codec.checked(codec.decode(relay.getWire().toByteArray()));
        Object value = codec.edit(read, relay.getSet().toByteArray(), relay.getClearList());
        result.setEncoded(bytes(into.encode(value)));
      }
      case MEASURE -> result.setMeasured(measure(task.getMeasure(), codec));
      case ECHO, ACTION_NOT_SET -> {}
    }
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

  private static void runBare(Task task, Codec codec, Result.Builder result) {
    if (!(codec instanceof BareCodec bare)) {
      throw TaskFailure.unsupported(task.getCodec() + " has no values without a schema");
    }
    Map<String, String> options = task.getOptionsMap();
    switch (task.getActionCase()) {
      case ENCODE -> {
        Object value = building(() -> BareBridge.build(task.getEncode().toByteArray()));
        result.setEncoded(bytes(writing(() -> bare.encodeBare(value, options))));
      }
      case DECODE -> {
        Object value = parsing(() -> bare.decodeBare(task.getDecode().toByteArray(), options));
        result.setDecoded(bytes(using(() -> BareBridge.view(value))));
      }
      default ->
          throw TaskFailure.unsupported("a value without a schema is encoded or decoded only");
    }
  }

  private static <T> T building(TaskFailure.Step<T> step) {
    return TaskFailure.attempt(TaskFailure.Side.ENCODE, Stage.BUILD, step);
  }

  private static <T> T writing(TaskFailure.Step<T> step) {
    return TaskFailure.attempt(TaskFailure.Side.ENCODE, Stage.WRITE, step);
  }

  private static <T> T parsing(TaskFailure.Step<T> step) {
    return TaskFailure.attempt(TaskFailure.Side.DECODE, Stage.PARSE, step);
  }

  private static <T> T using(TaskFailure.Step<T> step) {
    return TaskFailure.attempt(TaskFailure.Side.DECODE, Stage.USE, step);
  }

  private static ByteString bytes(byte[] bytes) {
    return ByteString.copyFrom(bytes);
  }
}
