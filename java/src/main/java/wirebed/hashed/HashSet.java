package wirebed.hashed;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.Set;

/**
 * Stands on an object stream that is read for java.util.HashSet, whose simple name and version it
 * has to have, and gives one: each element is looked at before it is hashed.
 */
public final class HashSet implements Serializable {
  private static final long serialVersionUID = -5024744406713321676L;

  private transient Set<Object> held;

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    in.readInt(); // the capacity, and the load factor: those of the writer
    in.readFloat();
    held = new java.util.HashSet<>();
    for (int size = in.readInt(); size > 0; size--) {
      held.add(Leaf.checked(in.readObject()));
    }
  }

  private Object readResolve() {
    return held;
  }
}
