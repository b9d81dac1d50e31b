package wirebed.codec.classes;

import java.io.IOException;
import wirebed.codec.About;
import wirebed.codec.guard.AllowList;
import wirebed.codec.streams.ObjectStreams;
import wirebed.tree.Tree;

/** java-serial on classes that were written by hand. */
public final class JavaSerialClasses implements ClassCodec {
  static final About ABOUT =
      ObjectStreams.about("java-serial").leavesOutput(ObjectStreams.HALF_WRITTEN);

  private final ObjectStreams streams;

  public JavaSerialClasses(Tree tree) {
    streams = new ObjectStreams(tree.loader(), AllowList::isOfClasses);
  }

  @Override
  public byte[] encode(Object value) throws IOException {
    return streams.write(value);
  }

  @Override
  public Object decode(byte[] wire, Class<?> type) throws IOException, ClassNotFoundException {
    return streams.read(wire);
  }
}
