package wirebed.codec;

import java.io.Externalizable;
import java.io.IOException;
import java.util.Map;
import wirebed.external.External;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/**
 * java-external-direct: writeExternal and readExternal called on an object stream, as in seed S4.
 * The bytes do not say of which class they are.
 */
final class JavaExternalDirect implements Codec {
  private final StandIns standIns;
  private final ExternalStreams streams;

  JavaExternalDirect(Tree tree) {
    standIns = new StandIns(tree, "tuned");
    streams = new ExternalStreams(tree, standIns);
  }

  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options)
      throws IOException, UnsupportedException {
    standIns.require(type.plainClass());
    return streams.write(((Externalizable) standIns.of(value))::writeExternal);
  }

  @Override
  public Object decode(byte[] wire, MessageType type, Map<String, String> options)
      throws IOException, ReflectiveOperationException {
    Object read = standIns.of(type.plainClass()).getConstructor().newInstance();
    return streams.read(
        wire,
        in -> {
          ((Externalizable) read).readExternal(in);
          return External.plain(read);
        });
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
        "the stream",
        (value, bytes) ->
            streams.write(((Externalizable) standIns.of(value))::writeExternal, bytes));
  }
}
