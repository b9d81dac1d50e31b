package wirebed.codec;

import java.io.IOException;
import java.util.Map;
import wirebed.codec.bytes.ReusedBytes;
import wirebed.codec.streams.ExternalStreams;
import wirebed.codec.streams.ObjectStreams;
import wirebed.codec.streams.StandIns;
import wirebed.external.External;
import wirebed.refusal.UnsupportedException;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/**
 * java-external, java-external-tuned, java-serial-custom: plain classes on the JDK's object streams
 * by code of their own (external.java.j2).
 */
class JavaExternal implements Codec {
  static final Settings SETTINGS =
      Settings.NONE
          .code(
              "stand-ins with the code of the class replace the objects on the stream",
              "One plain class serves all formats; the stream has its name, as if it had the code.")
          .and(ObjectStreams.SETTINGS);

  static final About NAIVE = ObjectStreams.about("java-external").settings(SETTINGS);
  static final About TUNED =
      ObjectStreams.about("java-external-tuned")
          .settings(SETTINGS)
          .leavesOutput(ObjectStreams.HALF_WRITTEN);
  static final About CUSTOM =
      ObjectStreams.about("java-serial-custom")
          .settings(SETTINGS)
          .leavesOutput(ObjectStreams.HALF_WRITTEN);

  final StandIns standIns;
  final ExternalStreams streams;

  JavaExternal(Tree tree, String form) {
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

  /** How a value is written to a stream. */
  ObjectStreams.Writing writing(Object value) {
    return out -> out.writeObject(value);
  }

  @Override
  public final byte[] encode(Object value, MessageType type, Map<String, String> options)
      throws IOException, UnsupportedException {
    standIns.require(type.plainClass());
    return streams.write(writing(value));
  }

  @Override
  public Object decode(byte[] wire, MessageType type, Map<String, String> options)
      throws IOException, ReflectiveOperationException {
    return External.plain(streams.read(wire));
  }

  @Override
  public final String kept() {
    return "nothing is kept: the stream, whose handles are of one message, and the array are new";
  }

  @Override
  public final ReusingCodec reusing(MessageType type, Map<String, String> options)
      throws UnsupportedException {
    standIns.require(type.plainClass());
    return ReusedBytes.of("the stream", (value, bytes) -> streams.write(writing(value), bytes));
  }
}
