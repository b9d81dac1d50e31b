package evolution.classes;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;

/** An Externalizable class writes two ints in the other order. */
public class J20Swap implements Externalizable {
  private static final long serialVersionUID = 1L;

  public int a;
  public int b;

  @Override
  public void writeExternal(ObjectOutput out) throws IOException {
    out.writeInt(b);
    out.writeInt(a);
  }

  @Override
  public void readExternal(ObjectInput in) throws IOException {
    b = in.readInt();
    a = in.readInt();
  }
}
