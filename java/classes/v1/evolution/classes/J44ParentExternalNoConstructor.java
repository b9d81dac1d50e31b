package evolution.classes;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;

/**
 * The parent of an Externalizable class loses its constructor without arguments. The parent is not
 * Serializable, and the class writes its field.
 */
public class J44ParentExternalNoConstructor extends J44Parent implements Externalizable {
  private static final long serialVersionUID = 1L;

  public int kept;

  @Override
  public void writeExternal(ObjectOutput out) throws IOException {
    out.writeInt(inherited);
    out.writeInt(kept);
  }

  @Override
  public void readExternal(ObjectInput in) throws IOException {
    inherited = in.readInt();
    kept = in.readInt();
  }
}
