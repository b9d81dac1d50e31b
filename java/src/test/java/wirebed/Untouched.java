package wirebed;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.Serializable;

/**
 * A class on the class path but on no allow list. All of its code raises the {@link Alarm}, its
 * initializer first. Tests name it in bytes only, since making an instance initializes the class.
 */
public class Untouched implements Serializable, Comparable<Object> {
  static {
    Alarm.raise("initializer");
  }

  /** The same for a class whose readExternal runs. */
  public static class External extends Untouched implements Externalizable {
    private static final long serialVersionUID = 1L;

    @Override
    public void writeExternal(ObjectOutput out) {}

    @Override
    public void readExternal(ObjectInput in) {
      Alarm.raise("readExternal");
    }
  }

  private static final long serialVersionUID = 1L;

  public Untouched() {
    Alarm.raise("constructor");
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    Alarm.raise("readObject");
    in.defaultReadObject();
  }

  protected Object readResolve() {
    Alarm.raise("readResolve");
    return this;
  }

  public void setValue(Object value) {
    Alarm.raise("setValue");
  }

  @Override
  public int compareTo(Object other) {
    Alarm.raise("compareTo");
    return 0;
  }

  @Override
  public int hashCode() {
    Alarm.raise("hashCode");
    return 1;
  }

  @Override
  public boolean equals(Object other) {
    Alarm.raise("equals");
    return this == other;
  }

  @Override
  public String toString() {
    Alarm.raise("toString");
    return "";
  }
}
