package wirebed.peer;

import com.google.protobuf.ByteString;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import wirebed.bridge.BareBridge;
import wirebed.bridge.Bridge;
import wirebed.codec.BareCodec;
import wirebed.codec.Codec;
import wirebed.codec.CodecEntry;
import wirebed.protocol.Measure;
import wirebed.protocol.Measured;
import wirebed.protocol.Relay;
import wirebed.protocol.Result;
import wirebed.protocol.Stage;
import wirebed.protocol.Task;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/**
 * Runs one task after another. A failure of any kind is the result of its task, and the peer goes
 * on.
 */
final class Tasks {
  private final Tree tree;
  private final ClassTasks classes;
  private final Map<String, CodecEntry> entries = new HashMap<>();
  private final Map<String, Codec> open = new HashMap<>();

  Tasks(Tree tree, PeerDescription description) {
    this.tree = tree;
    classes = new ClassTasks(tree, description.classCodecs());
    description.codecs().forEach(entry -> entries.put(entry.id(), entry));
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
    CodecEntry entry = entry(task.getCodec());
    if (task.getActionCase() == Task.ActionCase.ENCODE && !entry.encodes()) {
      throw TaskFailure.unsupported(entry.id() + " does not encode");
    }
    if (task.getMessage().isEmpty()) {
      runBare(task, codec(entry), result);
    } else if (tree.has(task.getMessage())) {
      run(task, entry, codec(entry), result);
    } else {
      throw TaskFailure.unsupported("this schema tree has no message " + task.getMessage());
    }
  }

  private CodecEntry entry(String id) {
    CodecEntry entry = entries.get(id);
    if (entry == null) {
      throw TaskFailure.unsupported("this peer has no codec " + id);
    }
    return entry;
  }

  private Codec codec(CodecEntry entry) {
    Codec codec = open.get(entry.id());
    if (codec == null) {
      codec = entry.open().apply(tree);
      open.put(entry.id(), codec);
    }
    return codec;
  }

  private void run(Task task, CodecEntry entry, Codec codec, Result.Builder result) {
    MessageType type = tree.type(task.getMessage());
    Bridge bridge = type.bridge(entry.model());
    Map<String, String> options = task.getOptionsMap();
    switch (task.getActionCase()) {
      case ENCODE -> {
        Object value = building(() -> bridge.build(task.getEncode().toByteArray()));
        result.setEncoded(bytes(writing(() -> codec.encode(value, type, options))));
      }
      case DECODE -> {
        Object value = parsing(() -> codec.decode(task.getDecode().toByteArray(), type, options));
        boolean defaults = "shown".equals(options.get("defaults"));
        result.setDecoded(bytes(using(() -> bridge.view(value, defaults))));
      }
      case RELAY -> {
        Relay relay = task.getRelay();
        Codec into = into(relay.getInto(), entry);
        List<Integer> clear = relay.getClearList();
        byte[] set = relay.getSet().toByteArray();
        Object read = parsing(() -> codec.decode(relay.getWire().toByteArray(), type, options));
        Object edited = using(() -> type.checked(entry.model(), read));
        Object value = building(() -> bridge.edit(edited, set, clear));
        result.setEncoded(bytes(writing(() -> into.encode(value, type, options))));
      }
      case MEASURE -> result.setMeasured(measure(task.getMeasure(), codec, type, bridge, options));
      case ACTION_NOT_SET -> {}
    }
  }

  private static Measured measure(
      Measure measure, Codec codec, MessageType type, Bridge bridge, Map<String, String> options) {
    Stopwatch watch = new Stopwatch(measure.getMilliseconds());
    Measured.Builder measured = Measured.newBuilder();
    byte[] wire = measure.getWire().toByteArray();
    if (!measure.hasWire()) {
      Object value = building(() -> bridge.build(measure.getView().toByteArray()));
      wire = writing(() -> codec.encode(value, type, options));
      measured.setEncode(watch.time(() -> writing(() -> codec.encode(value, type, options))));
    }
    byte[] bytes = wire;
    measured.setDecode(watch.time(() -> parsing(() -> codec.decode(bytes, type, options))));
    return measured.setSize(bytes.length).build();
  }

  /**
   * The codec that encodes the decoded objects, which must be of its model; by default the same.
   */
  private Codec into(String id, CodecEntry from) {
    CodecEntry entry = id.isEmpty() ? from : entry(id);
    if (entry.model() != from.model()) {
      throw TaskFailure.unsupported(id + " does not take what " + from.id() + " returns");
    }
    if (!entry.encodes()) {
      throw TaskFailure.unsupported(entry.id() + " does not encode");
    }
    return codec(entry);
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
