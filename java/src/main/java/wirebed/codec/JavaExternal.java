package wirebed.codec;

import java.io.IOException;
import java.util.Map;
import wirebed.external.External;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/**
 * java-external, java-external-tuned, java-serial-custom: plain classes on the JDK's object streams
 * by code of their own (external.java.j2).
 */
final class JavaExternal implements Codec {
  private final StandIns standIns;
  private final ExternalStreams streams;

  private JavaExternal(Tree tree, String form) {
    standIns = new StandIns(tree, form);
    streams = new ExternalStreams(tree, standIns);
  }

  static JavaExternal naive(Tree tree) {
    return new JavaExternal(tree, "naive");
  }

  static JavaExternal tuned(Tree tree) {
    return new JavaExternal(tree, "tuned");
  }

  static JavaExternal custom(Tree tree) {
    return new JavaExternal(tree, "custom");
  }

  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options)
      throws IOException, UnsupportedException {
    standIns.require(type.plainClass());
    return streams.write(value);
  }

  @Override
  public Object decode(byte[] wire, MessageType type, Map<String, String> options)
      throws IOException, ClassNotFoundException {
    return External.plain(streams.read(wire));
  }

  @Override
  public String kept() {
    return "nothing is kept: the stream, whose handles are of one message, and the array are new";
  }

  @Override
  public Reusing reusing(MessageType type, Map<String, String> options)
      throws UnsupportedException {
    standIns.require(type.plainClass());
    return KeptBytes.of(
        "the stream", (value, bytes) -> streams.write(out -> out.writeObject(value), bytes));
  }
}
