package wirebed.peer;

import com.google.protobuf.ByteString;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import wirebed.bridge.ClassBridge;
import wirebed.codec.classes.ClassCodec;
import wirebed.codec.classes.ClassCodecEntry;
import wirebed.protocol.Result;
import wirebed.protocol.Stage;
import wirebed.protocol.Task;
import wirebed.tree.Tree;

/** Tasks on classes that were written by hand (Task.class_name). */
final class ClassTasks {
  private final Tree tree;
  private final List<ClassCodecEntry> entries;
  private final Map<String, ClassCodec> open = new HashMap<>();

  ClassTasks(Tree tree, List<ClassCodecEntry> entries) {
    this.tree = tree;
    this.entries = entries;
  }

  void run(Task task, Result.Builder result) {
    ClassCodec codec = open.computeIfAbsent(task.getCodec(), this::codec);
    Class<?> type = type(task.getClassName());
    switch (task.getActionCase()) {
      case ENCODE -> {
        Object value = build(task.getEncode().toByteArray(), type);
        result.setEncoded(encode(codec, value));
      }
      case DECODE -> {
        Object value = decode(codec, task.getDecode().toByteArray(), type);
        byte[] view =
            TaskFailure.attempt(
                TaskFailure.Side.DECODE, Stage.USE, () -> ClassBridge.view(type.cast(value)));
        result.setDecoded(ByteString.copyFrom(view));
      }
      case RELAY -> {
        if (!task.getRelay().getSet().isEmpty() || task.getRelay().getClearCount() > 0) {
          throw TaskFailure.unsupported("a class is relayed as it is");
        }
        Object value = decode(codec, task.getRelay().getWire().toByteArray(), type);
        String into = task.getRelay().getInto();
        result.setEncoded(
            encode(into.isEmpty() ? codec : open.computeIfAbsent(into, this::codec), value));
      }
      default -> throw TaskFailure.unsupported("a class is encoded, decoded or relayed only");
    }
  }

  private Class<?> type(String name) {
    try {
      Class<?> type = Class.forName(name, true, tree.loader());
      if (!type.isArray()) {
        return type;
      }
    } catch (ClassNotFoundException | LinkageError e) {
      // The task is refused below.
    }
    throw TaskFailure.unsupported("this schema tree has no class " + name);
  }

  private ClassCodec codec(String id) {
    for (ClassCodecEntry entry : entries) {
      if (entry.id().equals(id)) {
        return entry.open().apply(tree);
      }
    }
    throw TaskFailure.unsupported("this peer has no codec " + id + " of classes");
  }

  private static Object build(byte[] view, Class<?> type) {
    return TaskFailure.attempt(
        TaskFailure.Side.ENCODE, Stage.BUILD, () -> type.cast(ClassBridge.build(view, type)));
  }

  private static Object decode(ClassCodec codec, byte[] wire, Class<?> type) {
    return TaskFailure.attempt(
        TaskFailure.Side.DECODE, Stage.PARSE, () -> codec.decode(wire, type));
  }

  private static ByteString encode(ClassCodec codec, Object value) {
    return ByteString.copyFrom(
        TaskFailure.attempt(TaskFailure.Side.ENCODE, Stage.WRITE, () -> codec.encode(value)));
  }
}
