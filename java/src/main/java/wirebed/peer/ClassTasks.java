package wirebed.peer;

import com.google.protobuf.ByteString;
import java.util.List;
import wirebed.bridge.ClassBridge;
import wirebed.codec.About;
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
  private final Opened<Bound> open = new Opened<>(this::codec);

  /** A codec, with the errors of its library. */
  private record Bound(ClassCodec codec, About about) {
    Object build(byte[] view, Class<?> type) {
      return TaskFailure.attempt(
          TaskFailure.Side.ENCODE,
          Stage.BUILD,
          about,
          () -> type.cast(ClassBridge.build(view, type)));
    }

    byte[] encode(Object value) {
      return TaskFailure.attempt(
          TaskFailure.Side.ENCODE, Stage.WRITE, about, () -> codec.encode(value));
    }

    Object decode(byte[] wire, Class<?> type) {
      return TaskFailure.attempt(
          TaskFailure.Side.DECODE, Stage.PARSE, about, () -> codec.decode(wire, type));
    }

    byte[] view(Object read, Class<?> type) {
      return TaskFailure.attempt(
          TaskFailure.Side.DECODE, Stage.USE, about, () -> ClassBridge.view(type.cast(read)));
    }
  }

  ClassTasks(Tree tree, List<ClassCodecEntry> entries) {
    this.tree = tree;
    this.entries = entries;
  }

  /** The work of an encode or a decode of a class with each value. */
  Tasks.Step step(boolean encodes, String id, String className) {
    Bound codec = open.of(id);
    Class<?> type = type(className);
    return encodes
        ? view -> codec.encode(codec.build(view.toByteArray(), type))
        : wire -> codec.view(codec.decode(wire.toByteArray(), type), type);
  }

  void run(Task task, Result.Builder result) {
    String id = task.getCodec();
    String name = task.getClassName();
    switch (task.getActionCase()) {
      case ENCODE -> result.setEncoded(bytes(step(true, id, name).of(task.getEncode())));
      case DECODE -> result.setDecoded(bytes(step(false, id, name).of(task.getDecode())));
      case RELAY -> result.setEncoded(bytes(relay(task)));
      default -> throw TaskFailure.unsupported("a class is encoded, decoded or relayed only");
    }
  }

  private byte[] relay(Task task) {
    Bound codec = open.of(task.getCodec());
    Class<?> type = type(task.getClassName());
    if (!task.getRelay().getSet().isEmpty() || task.getRelay().getClearCount() > 0) {
      throw TaskFailure.unsupported("a class is relayed as it is");
    }
    Object value = codec.decode(task.getRelay().getWire().toByteArray(), type);
    String into = task.getRelay().getInto();
    return (into.isEmpty() ? codec : open.of(into)).encode(value);
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

  private Bound codec(String id) {
    for (ClassCodecEntry entry : entries) {
      if (entry.id().equals(id)) {
        return new Bound(entry.open().apply(tree), entry.about());
      }
    }
    throw TaskFailure.unsupported("this peer has no codec " + id + " of classes");
  }

  private static ByteString bytes(byte[] bytes) {
    return ByteString.copyFrom(bytes);
  }
}
