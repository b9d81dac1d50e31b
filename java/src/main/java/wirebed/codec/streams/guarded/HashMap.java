package wirebed.codec.streams.guarded;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import wirebed.codec.guard.SafeKey;

/**
 * Reads a java.util.HashMap from an object stream, and checks each key before it is hashed. The
 * simple name and serialVersionUID must be those of the original class.
 *
 * <p>A value inside the map that refers back to the map gets this object, not the resolved one. So
 * this class is a Map itself, a view of the resolved one.
 */
public class HashMap extends AbstractMap<Object, Object> implements Serializable {
  private static final long serialVersionUID = 362498820763181265L;

  private transient Map<Object, Object> held;

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    in.readInt(); // the writer's number of buckets
    held = empty();
    for (int size = in.readInt(); size > 0; size--) {
      Object key = SafeKey.checked(in.readObject());
      held.put(key, in.readObject());
    }
  }

  Map<Object, Object> empty() {
    return new java.util.HashMap<>();
  }

  protected final Object readResolve() {
    return held;
  }

  private Object writeReplace() {
    return held;
  }

  @Override
  public Set<Map.Entry<Object, Object>> entrySet() {
    return held.entrySet();
  }
}
