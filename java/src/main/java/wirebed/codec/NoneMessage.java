package wirebed.codec;

import java.util.Map;
import wirebed.protocol.Model;
import wirebed.tree.MessageType;

/** The codec without bytes on protobuf messages: it shows what such an object can hold. */
public final class NoneMessage implements Codec {
  public static final About ABOUT =
      About.of("none", "message", Protobuf.VERSION).settings(NonePlain.SETTINGS);

  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options) {
    return type.bridge(Model.MESSAGE).view(value);
  }

  @Override
  public Object decode(byte[] wire, MessageType type, Map<String, String> options) {
    return type.bridge(Model.MESSAGE).build(wire);
  }
}
