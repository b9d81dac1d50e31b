package wirebed.codec;

import java.io.Externalizable;
import java.io.IOException;
import java.util.Map;
import wirebed.codec.streams.ObjectStreams;
import wirebed.external.External;
import wirebed.refusal.Held;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/**
 * java-external-direct: the methods writeExternal and readExternal are called directly, as in seed
 * S4. The bytes do not name their class.
 */
final class JavaExternalDirect extends JavaExternal {
  /** Without readObject: the methods of the class are called with a stream. */
  static final About ABOUT =
      About.of("java-external-direct", "jdk", Version.ofRuntime())
          .libraryPackages("java.io.")
          .typedError(
              "java.lang.ClassNotFoundException",
              "Externalizable.readExternal(ObjectInput), @throws ClassNotFoundException")
          .typedError(
              "java.io.StreamCorruptedException",
              "ObjectInputStream(InputStream), @throws StreamCorruptedException")
          .typedError(
              "java.io.IOException",
              "Externalizable.readExternal(ObjectInput), @throws IOException")
          .leavesObject(
              "Externalizable.readExternal(ObjectInput): \"The object implements the readExternal"
                  + " method to restore its contents\"")
          .leavesOutput(
              "Externalizable.writeExternal(ObjectOutput): \"The object implements the writeExternal"
                  + " method to save its contents\"")
          .settings(SETTINGS);

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
      Held.leave(e, External.plain(read));
      throw e;
    }
  }
}
