package wirebed.codec.streams.guarded;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.Set;
import wirebed.codec.guard.SafeKey;

/**
 * Reads a java.util.HashSet from an object stream, and checks each element before it is hashed. The
 * simple name and serialVersionUID must be those of the original class.
 */
public class HashSet implements Serializable {
  private static final long serialVersionUID = -5024744406713321676L;

  private transient Set<Object> held;

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    in.readInt(); // the writer's capacity and load factor
    in.readFloat();
    held = empty();
    for (int size = in.readInt(); size > 0; size--) {
      held.add(SafeKey.checked(in.readObject()));
    }
  }

  Set<Object> empty() {
    return new java.util.HashSet<>();
  }

  protected final Object readResolve() {
    return held;
  }
}
