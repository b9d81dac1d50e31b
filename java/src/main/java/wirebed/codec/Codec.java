package wirebed.codec;

import java.util.Map;
import wirebed.refusal.Held;
import wirebed.tree.MessageType;

/**
 * One library doing one format. What a codec throws is the library's refusal. Where the library's
 * user holds an object or a stream, the codec notes it on the error ({@link Held}).
 */
public interface Codec {
  /** The wire bytes of a protobuf message or plain object. */
  byte[] encode(Object value, MessageType type, Map<String, String> options) throws Exception;

  /** The object that the library reads; nobody has checked its class yet. */
  Object decode(byte[] wire, MessageType type, Map<String, String> options) throws Exception;

  /** Says in words what is kept from one operation to the next, and what is new in each. */
  default String kept() {
    return "nothing is kept";
  }

  /** A codec that reuses more between operations; null if the library offers nothing more. */
  default ReusingCodec reusing(MessageType type, Map<String, String> options) throws Exception {
    return null;
  }
}
