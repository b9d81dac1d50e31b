package wirebed.peer;

import java.lang.reflect.InvocationTargetException;
import java.util.List;
import wirebed.codec.CodecEntry;
import wirebed.codec.classes.ClassCodecEntry;

/** The name of a peer, its codecs, and its codecs for classes that were written by hand. */
public record PeerDescription(
    String peer, List<CodecEntry> codecs, List<ClassCodecEntry> classCodecs) {

  /**
   * What the method {@code description} of a class returns. Programs that have the codecs of any
   * peer find it by this name.
   */
  public static PeerDescription ofClass(String name) {
    try {
      return (PeerDescription) Class.forName(name).getMethod("description").invoke(null);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(name + " does not describe a peer", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(name + " does not describe a peer", e);
    }
  }
}
