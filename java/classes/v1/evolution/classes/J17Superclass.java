package evolution.classes;

import java.io.Serializable;

/** A field moves to a superclass. */
public class J17Superclass implements Serializable {
  private static final long serialVersionUID = 1L;

  public int moved;
  public int kept;
}
