package wirebed.peer;

import java.util.List;
import java.util.Map;
import wirebed.bridge.Bridge;
import wirebed.codec.Codec;
import wirebed.codec.CodecEntry;
import wirebed.protocol.Stage;
import wirebed.tree.MessageType;

/**
 * A codec for the values of one message, with the options of a task. What a step throws is the
 * failure of the task at that step.
 */
public record MessageCodec(
    CodecEntry entry, Codec codec, MessageType type, Bridge bridge, Map<String, String> options) {

  /** The object of a view. */
  public Object build(byte[] view) {
    return building(() -> bridge.build(view));
  }

  public byte[] encode(Object value) {
    return TaskFailure.attempt(
        TaskFailure.Side.ENCODE,
        Stage.WRITE,
        entry.about(),
        () -> codec.encode(value, type, options));
  }

  /** The object that the library reads; nobody has checked its class yet. */
  public Object decode(byte[] wire) {
    try {
      return TaskFailure.attempt(
          TaskFailure.Side.DECODE,
          Stage.PARSE,
          entry.about(),
          () -> codec.decode(wire, type, options));
    } catch (TaskFailure failure) {
      Left.tellObject(failure, type, entry.model());
      throw failure;
    }
  }

  /** A decoded object, if it is of the class of the message. */
  public Object checked(Object read) {
    return using(() -> type.checked(entry.model(), read));
  }

  /** The view of a decoded object. */
  public byte[] view(Object read) {
    boolean defaults = "shown".equals(options.get("defaults"));
    return using(() -> bridge.view(read, defaults));
  }

  /** A decoded object with other fields (Relay in peer.proto). */
  Object edit(Object read, byte[] set, List<Integer> clear) {
    return building(() -> bridge.edit(read, set, clear));
  }

  /** Refuses a codec that only decodes. */
  public MessageCodec requireEncodes() {
    if (!entry.encodes()) {
      throw TaskFailure.unsupported(entry.id() + " does not encode");
    }
    return this;
  }

  private <T> T building(TaskFailure.Step<T> step) {
    return TaskFailure.attempt(TaskFailure.Side.ENCODE, Stage.BUILD, entry.about(), step);
  }

  private <T> T using(TaskFailure.Step<T> step) {
    return TaskFailure.attempt(TaskFailure.Side.DECODE, Stage.USE, entry.about(), step);
  }
}
