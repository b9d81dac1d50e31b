package wirebed.peer;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import wirebed.bridge.Bridge;
import wirebed.codec.HalfDone;
import wirebed.protocol.Left;
import wirebed.protocol.Model;
import wirebed.tree.MessageType;

/**
 * What a failure leaves with the user of a library (proto/wirebed/README.md, "What is left"). Only
 * an error that was thrown is looked at, so a task that succeeds does not pay for it.
 */
final class LeftBehind {
  private static final int MOST_OF_OBJECT = 65_536;
  private static final int MOST_OF_OUTPUT = 4_096;

  private LeftBehind() {}

  /** The output of a writer after this error; null if there is none. */
  static Left output(Throwable error) {
    if (!(HalfDone.heldAfter(error) instanceof ByteArrayOutputStream out) || out.size() == 0) {
      return null;
    }
    byte[] bytes = out.toByteArray();
    int shown = Math.min(bytes.length, MOST_OF_OUTPUT);
    return Left.newBuilder()
        .setOutput(ByteString.copyFrom(bytes, 0, shown))
        .setSize(bytes.length)
        .build();
  }

  /** The object of a reader after this error; null if it is as a new one, or if there is none. */
  static Left object(Throwable error, MessageType type, Model model) {
    Object held = HalfDone.heldAfter(error);
    if (held == null) {
      return null;
    }
    Left.Builder left = Left.newBuilder();
    try {
      Bridge bridge = type.bridge(model);
      byte[] view = bridge.view(whole(held, type));
      if (Arrays.equals(view, bridge.view(created(type, model)))) {
        return null;
      }
      boolean shown = view.length <= MOST_OF_OBJECT;
      left.setSize(view.length).setObject(shown ? ByteString.copyFrom(view) : ByteString.EMPTY);
    } catch (Exception | StackOverflowError e) {
      left.setObject(ByteString.EMPTY); // it holds something of which there is no view
    }
    return left.build();
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
