package evolution.classes;

import java.io.Serializable;

/** The new version adds a field. The class has no serialVersionUID. */
public class J43NoVersionField implements Serializable {
  public int kept;
}
