package wirebed.bench;

import com.google.protobuf.Message;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import wirebed.codec.Codec;
import wirebed.codec.CodecEntry;
import wirebed.codec.ReusingCodec;
import wirebed.protocol.BenchTask;
import wirebed.protocol.Model;
import wirebed.protocol.Operation;
import wirebed.refusal.UnsupportedException;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/** The operations of tasks, with the codecs of one peer and the classes of one tree. */
final class Operations {
  private final Tree tree;
  private final ClassLoader generated;
  private final List<CodecEntry> entries;
  private final Map<String, Codec> open = new HashMap<>();
  private final Map<String, ReusingCodec> kept = new HashMap<>();

  Operations(Tree tree, List<CodecEntry> entries) {
    this.tree = tree;
    this.entries = entries;
    try {
      URL[] urls = {tree.folder().resolve("java-bench/classes").toUri().toURL()};
      generated = new URLClassLoader(urls, tree.loader());
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** The task's operation on the task's value or bytes. */
  TimedOperation of(BenchTask task) throws Exception {
    Object operand = operand(task);
    if (task.getOperation() == Operation.MEMCPY) {
      byte[] from = (byte[]) operand;
      return new TimedOperation.Memcpy(from, new byte[from.length]);
    }
    if (task.getOperation() == Operation.COPY) {
      return new TimedOperation.Copy(conversions(type(task)), operand);
    }
    return task.getReused() ? reused(task, operand) : fresh(task, operand);
  }

  private Object operand(BenchTask task) {
    byte[] view = task.getView().toByteArray();
    return switch (task.getOperation()) {
      case ENCODE -> type(task).bridge(entry(task.getCodec()).model()).build(view);
      case POPULATE, COPY -> type(task).bridge(Model.PLAIN).build(view);
      default -> task.getWire().toByteArray();
    };
  }

  private TimedOperation fresh(BenchTask task, Object operand) throws Exception {
    Codec codec = codec(task);
    MessageType type = type(task);
    Map<String, String> options = Map.copyOf(task.getOptionsMap());
    return switch (task.getOperation()) {
      case ENCODE -> new TimedOperation.Encode(codec, type, options, operand);
      case DECODE -> new TimedOperation.Decode(codec, type, options, (byte[]) operand);
      case POPULATE -> new TimedOperation.Populate(converter(task), codec, type, options, operand);
      case CONVERT ->
          new TimedOperation.Convert(converter(task), codec, type, options, (byte[]) operand);
      default -> throw new IllegalArgumentException("the task says nothing to do");
    };
  }

  private TimedOperation reused(BenchTask task, Object operand) throws Exception {
    return switch (task.getOperation()) {
      case ENCODE -> new TimedOperation.EncodeReused(reusing(task), operand);
      case DECODE -> new TimedOperation.DecodeReused(reusing(task), (byte[]) operand);
      case POPULATE -> new TimedOperation.PopulateReused(converter(task), reusing(task), operand);
      case CONVERT ->
          new TimedOperation.ConvertReused(converter(task), reusing(task), (byte[]) operand);
      default -> throw new IllegalArgumentException("the task says nothing to do");
    };
  }

  MessageType type(BenchTask task) {
    return tree.type(task.getMessage());
  }

  CodecEntry entry(String id) {
    for (CodecEntry entry : entries) {
      if (entry.id().equals(id)) {
        return entry;
      }
    }
    throw new IllegalArgumentException("this peer has no codec " + id);
  }

  /** Whether the task's objects are messages of protobuf-java. */
  boolean onMessages(BenchTask task) {
    return !task.getCodec().isEmpty() && entry(task.getCodec()).model() == Model.MESSAGE;
  }

  /** The codec of the task. All tasks share one instance of a codec. */
  Codec codec(BenchTask task) {
    return open.computeIfAbsent(task.getCodec(), id -> entry(id).open().apply(tree));
  }

  ReusingCodec reusing(BenchTask task) throws Exception {
    String key = task.getCodec() + " " + task.getMessage() + " " + task.getOptionsMap();
    ReusingCodec found = kept.get(key);
    if (found == null) {
      found = codec(task).reusing(type(task), Map.copyOf(task.getOptionsMap()));
      if (found == null) {
        throw new UnsupportedException(ReusingCodec.NOTHING_MORE);
      }
      kept.put(key, found);
    }
    return found;
  }

  /** The conversions for a codec whose objects are messages. */
  private Conversions<Object, Message> converter(BenchTask task) throws Exception {
    if (entry(task.getCodec()).model() == Model.PLAIN) {
      throw new UnsupportedException("its objects are the plain objects: no class to convert to");
    }
    return conversions(type(task));
  }

  @SuppressWarnings("unchecked") // by its name it is of that very class
  Conversions<Object, Message> conversions(MessageType type) throws Exception {
    String name = Conversions.PACKAGE + type.plainClass().getName();
    try {
      Class<?> found = Class.forName(name, true, generated);
      return (Conversions<Object, Message>) found.getDeclaredConstructor().newInstance();
    } catch (ClassNotFoundException e) {
      throw new UnsupportedException("what copies and converts it does not compile, see the build");
    }
  }
}
