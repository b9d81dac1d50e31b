package wirebed.codec;

import java.util.Map;
import wirebed.protocol.Model;
import wirebed.tree.MessageType;

/** The codec without bytes on plain objects: it shows what a bean can hold. */
public final class NonePlain implements Codec {
  static final Settings SETTINGS =
      Settings.NONE.code(
          "it holds an object and writes no bytes", "It shows what the objects of Java can hold.");

  public static final About ABOUT =
      About.of("none", "plain", Version.ofRuntime()).settings(SETTINGS);

  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options) {
    return type.bridge(Model.PLAIN).view(value);
  }

  @Override
  public Object decode(byte[] wire, MessageType type, Map<String, String> options) {
    return type.bridge(Model.PLAIN).build(wire);
  }
}
