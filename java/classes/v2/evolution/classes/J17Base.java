package evolution.classes;

import java.io.Serializable;

/** The superclass that has the field now. */
public class J17Base implements Serializable {
  private static final long serialVersionUID = 1L;

  public int moved;
}
