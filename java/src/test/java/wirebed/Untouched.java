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
    Alarm.ring("initializer");
  }

  /** The same, by way of readExternal. */
  public static class External extends Untouched implements Externalizable {
    private static final long serialVersionUID = 1L;

    @Override
    public void writeExternal(ObjectOutput out) {}

    @Override
    public void readExternal(ObjectInput in) {
      Alarm.ring("readExternal");
    }
  }

  private static final long serialVersionUID = 1L;

  public Untouched() {
    Alarm.ring("constructor");
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    Alarm.ring("readObject");
    in.defaultReadObject();
  }

  protected Object readResolve() {
    Alarm.ring("readResolve");
    return this;
  }

  public void setValue(Object value) {
    Alarm.ring("setValue");
  }

  @Override
  public int compareTo(Object other) {
    Alarm.ring("compareTo");
    return 0;
  }

  @Override
  public int hashCode() {
    Alarm.ring("hashCode");
    return 1;
  }

  @Override
  public boolean equals(Object other) {
    Alarm.ring("equals");
    return this == other;
  }

  @Override
  public String toString() {
    Alarm.ring("toString");
    return "";
  }
}
