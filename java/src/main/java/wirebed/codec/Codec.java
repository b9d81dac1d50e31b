package wirebed.codec;

import java.util.Map;
import wirebed.tree.MessageType;

/** One library doing one format. What it throws is the library's refusal. */
public interface Codec {
  /** The wire bytes of a protobuf message or plain object. */
  byte[] encode(Object value, MessageType type, Map<String, String> options) throws Exception;

  /** The object that the library reads; it need not be of the right class yet. */
  Object decode(byte[] wire, MessageType type, Map<String, String> options) throws Exception;

  /** What stays from one operation to the next, and what is new in each, for benchmarks. */
  default String kept() {
    return "nothing is kept";
  }

  /** The same in the way that keeps more; null where the library has none. */
  default Reusing reusing(MessageType type, Map<String, String> options) throws Exception {
    return null;
  }
}
