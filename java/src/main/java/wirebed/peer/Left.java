package wirebed.peer;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import wirebed.bridge.Bridge;
import wirebed.protocol.Manner;
import wirebed.protocol.Model;
import wirebed.refusal.Held;
import wirebed.tree.MessageType;

/**
 * The object or output that a failure leaves with the user of a library (proto/wirebed/README.md,
 * "What is left"). Only an error that was thrown is looked at, so a task that succeeds does not pay
 * for it.
 */
final class Left {
  private static final int MOST_OF_OBJECT = 65_536;
  private static final int MOST_OF_OUTPUT = 4_096;

  private Left() {}

  /** Tells with the failure of a writer what its output holds. */
  static void tellOutput(TaskFailure failure) {
    if (held(failure) instanceof ByteArrayOutputStream out && out.size() > 0) {
      byte[] bytes = out.toByteArray();
      int shown = Math.min(bytes.length, MOST_OF_OUTPUT);
      failure.left =
          wirebed.protocol.Left.newBuilder()
              .setOutput(ByteString.copyFrom(bytes, 0, shown))
              .setSize(bytes.length)
              .build();
    }
  }

  /**
   * Tells with the failure of a reader what its user's object holds, unless that is as in a new
   * one.
   */
  static void tellObject(TaskFailure failure, MessageType type, Model model) {
    Object held = held(failure);
    if (held == null) {
      return;
    }
    wirebed.protocol.Left.Builder left = wirebed.protocol.Left.newBuilder();
    try {
      Bridge bridge = type.bridge(model);
      byte[] view = bridge.view(whole(held, type));
      if (Arrays.equals(view, bridge.view(created(type, model)))) {
        return;
      }
      boolean shown = view.length <= MOST_OF_OBJECT;
      left.setSize(view.length).setObject(shown ? ByteString.copyFrom(view) : ByteString.EMPTY);
    } catch (Exception | StackOverflowError e) {
      left.setObject(ByteString.EMPTY); // it holds something of which there is no view
    }
    failure.left = left.build();
  }

  /** How far a library came before memory or stack ran out is chance, so nothing is held then. */
  private static Object held(TaskFailure failure) {
    return failure.manner == Manner.EXHAUSTED ? null : Held.after(failure.getCause());
  }

  private static Object whole(Object held, MessageType type) {
    return held instanceof Message.Builder builder ? type.settled(builder.buildPartial()) : held;
  }

  private static Object created(MessageType type, Model model) throws ReflectiveOperationException {
    if (model == Model.MESSAGE) {
      return type.prototype();
    }
    Constructor<?> constructor = type.plainClass().getConstructor();
    return constructor.newInstance();
  }
}
