package wirebed.codec.streams.guarded;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import wirebed.codec.guard.SafeKey;

/**
 * Reads what a java.util.Hashtable holds from an object stream, and checks each key before it is
 * hashed. Only its subclass {@link Properties} is read as a whole.
 */
public abstract class Hashtable implements Serializable {
  private static final long serialVersionUID = 1421746759512286392L;

  transient Map<Object, Object> held;

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    in.readInt(); // the writer's number of buckets
    held = new LinkedHashMap<>();
    for (int size = in.readInt(); size > 0; size--) {
      Object key = SafeKey.checked(in.readObject());
      held.put(key, in.readObject());
    }
  }
}
