package evolution.classes;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;

/** An Externalizable class loses its constructor without arguments. */
public class J37ExternalNoConstructor implements Externalizable {
  private static final long serialVersionUID = 1L;

  public int kept;

  public J37ExternalNoConstructor(int kept) {
    this.kept = kept;
  }

  @Override
  public void writeExternal(ObjectOutput out) throws IOException {
    out.writeInt(kept);
  }

  @Override
  public void readExternal(ObjectInput in) throws IOException {
    kept = in.readInt();
  }
}
