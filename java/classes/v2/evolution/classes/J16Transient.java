package evolution.classes;

import java.io.Serializable;

/** A field becomes transient. */
public class J16Transient implements Serializable {
  private static final long serialVersionUID = 1L;

  public int kept;
  public transient int gone = 42;
}
