package evolution.classes;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;

/**
 * An Externalizable class begins to write the field of its parent. It does not matter that the
 * parent is Serializable.
 */
public class J41ParentExternal extends J41Parent implements Externalizable {
  private static final long serialVersionUID = 1L;

  public int kept;

  @Override
  public void writeExternal(ObjectOutput out) throws IOException {
    out.writeInt(kept);
    out.writeInt(inherited);
  }

  @Override
  public void readExternal(ObjectInput in) throws IOException {
    kept = in.readInt();
    inherited = in.readInt();
  }
}
