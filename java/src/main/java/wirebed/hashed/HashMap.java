package wirebed.hashed;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;

/**
 * Stands on an object stream that is read for java.util.HashMap, as {@link HashSet} does for its
 * namesake. To what stands in it and refers back to it, it is the map that it gives.
 */
public final class HashMap extends AbstractMap<Object, Object> implements Serializable {
  private static final long serialVersionUID = 362498820763181265L;

  private transient Map<Object, Object> held;

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    in.readInt(); // the buckets of the writer
    held = new java.util.HashMap<>();
    for (int size = in.readInt(); size > 0; size--) {
      Object key = Leaf.checked(in.readObject());
      held.put(key, in.readObject());
    }
  }

  private Object readResolve() {
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
