package wirebed.codec;

import java.util.Map;
import wirebed.tree.MessageType;

/** One library doing one format. What it throws is the library's refusal. */
public interface Codec {
  /** The wire bytes of a protobuf message or plain object. */
  byte[] encode(Object value, MessageType type, Map<String, String> options) throws Exception;

  /** The object that the library reads; it need not be of the right class yet. */
  Object decode(byte[] wire, MessageType type, Map<String, String> options) throws Exception;
}
