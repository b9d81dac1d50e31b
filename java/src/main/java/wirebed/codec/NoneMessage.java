package wirebed.codec;

import java.util.Map;
import wirebed.protocol.Model;
import wirebed.tree.MessageType;

/** The codec without bytes on protobuf messages: it shows what such an object can hold. */
final class NoneMessage implements Codec {
  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options) {
    return type.bridge(Model.MESSAGE).view(value);
  }

  @Override
  public Object decode(byte[] wire, MessageType type, Map<String, String> options) {
    return type.bridge(Model.MESSAGE).build(wire);
  }
}
