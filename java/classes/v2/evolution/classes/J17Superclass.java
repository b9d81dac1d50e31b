package evolution.classes;

import java.io.Serializable;

/** A field moves to a superclass. */
public class J17Superclass extends J17Base implements Serializable {
  private static final long serialVersionUID = 1L;

  public int kept;
}
