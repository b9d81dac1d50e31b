package evolution.classes;

import java.io.Serializable;

/** Without a serialVersionUID, a public method is added. */
public class J13NoVersion implements Serializable {
  public int kept;

  public int twice() {
    return 2 * kept;
  }
}
