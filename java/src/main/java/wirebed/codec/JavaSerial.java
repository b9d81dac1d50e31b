package wirebed.codec;

import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import wirebed.codec.bytes.ReusedBytes;
import wirebed.codec.streams.ObjectStreams;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/** java-serial: the JDK's own serialization of plain classes. */
public final class JavaSerial implements Codec {
  public static final About ABOUT = ObjectStreams.about("java-serial");

  private final ObjectStreams streams;

  public JavaSerial(Tree tree) {
    Set<String> names = new HashSet<>();
    tree.schema().getClassesList().forEach(plain -> names.add(plain.getJavaClass()));
    tree.schema().getEnumsList().forEach(plain -> names.add(plain.getJavaClass()));
    streams = new ObjectStreams(tree.loader(), names::contains);
  }

  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options)
      throws IOException {
    return streams.write(value);
  }

  @Override
  public Object decode(byte[] wire, MessageType type, Map<String, String> options)
      throws IOException, ClassNotFoundException {
    return streams.read(wire);
  }

  @Override
  public String kept() {
    return "nothing is kept: the stream, whose handles are of one message, and the array are new";
  }

  @Override
  public ReusingCodec reusing(MessageType type, Map<String, String> options) {
    return ReusedBytes.of(
        "the stream", (value, bytes) -> streams.write(out -> out.writeObject(value), bytes));
  }
}
