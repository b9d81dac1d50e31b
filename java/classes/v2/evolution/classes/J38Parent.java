package evolution.classes;

import java.io.Serializable;

/** Its field is written, and its constructor does not run when an object is read. */
public class J38Parent implements Serializable {
  private static final long serialVersionUID = 1L;

  public int inherited = 42;
}
