package evolution.classes;

import java.io.Serializable;

/** The serialVersionUID changes, and nothing else. */
public class J32Version implements Serializable {
  private static final long serialVersionUID = 1L;

  public int kept;
}
