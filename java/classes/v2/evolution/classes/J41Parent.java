package evolution.classes;

import java.io.Serializable;

/** A parent that is Serializable. */
public class J41Parent implements Serializable {
  private static final long serialVersionUID = 1L;

  public int inherited = 42;
}
