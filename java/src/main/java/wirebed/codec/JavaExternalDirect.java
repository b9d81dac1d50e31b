package wirebed.codec;

import java.io.Externalizable;
import java.io.IOException;
import java.util.Map;
import wirebed.codec.streams.ObjectStreams;
import wirebed.external.External;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/**
 * java-external-direct: the methods writeExternal and readExternal are called directly, as in seed
 * S4. The bytes do not name their class.
 */
final class JavaExternalDirect extends JavaExternal {
  JavaExternalDirect(Tree tree) {
    super(tree, "tuned");
  }

  @Override
  ObjectStreams.Writing writing(Object value) {
    return ((Externalizable) standIns.of(value))::writeExternal;
  }

  @Override
  public Object decode(byte[] wire, MessageType type, Map<String, String> options)
      throws IOException, ReflectiveOperationException {
    Object read = standIns.of(type.plainClass()).getConstructor().newInstance();
    try {
      return streams.read(
          wire,
          in -> {
            ((Externalizable) read).readExternal(in);
            return External.plain(read);
          });
    } catch (Exception e) {
      HalfDone.leave(e, External.plain(read));
      throw e;
    }
  }
}
