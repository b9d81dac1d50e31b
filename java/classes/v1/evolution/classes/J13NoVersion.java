package evolution.classes;

import java.io.Serializable;

/** The new version adds a public method. The class has no serialVersionUID. */
public class J13NoVersion implements Serializable {
  public int kept;
}
