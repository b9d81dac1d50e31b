package wirebed.codec;

import java.util.Map;
import wirebed.protocol.Model;
import wirebed.tree.MessageType;

/** The codec without bytes on plain objects: it shows what a bean can hold. */
final class NonePlain implements Codec {
  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options) {
    return type.bridge(Model.PLAIN).view(value);
  }

  @Override
  public Object decode(byte[] wire, MessageType type, Map<String, String> options) {
    return type.bridge(Model.PLAIN).build(wire);
  }
}
