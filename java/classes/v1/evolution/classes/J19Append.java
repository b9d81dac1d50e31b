package evolution.classes;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;

/** An Externalizable class writes one more int. */
public class J19Append implements Externalizable {
  private static final long serialVersionUID = 1L;

  public int a;

  @Override
  public void writeExternal(ObjectOutput out) throws IOException {
    out.writeInt(a);
  }

  @Override
  public void readExternal(ObjectInput in) throws IOException {
    a = in.readInt();
  }
}
