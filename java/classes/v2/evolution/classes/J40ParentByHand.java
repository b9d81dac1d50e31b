package evolution.classes;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/**
 * A Serializable class begins to write the field of its parent, which is not Serializable, by its
 * own code.
 */
public class J40ParentByHand extends J40Parent implements Serializable {
  private static final long serialVersionUID = 1L;

  public int kept;

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    out.writeInt(inherited);
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    inherited = in.readInt();
  }
}
