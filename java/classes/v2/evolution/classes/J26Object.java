package evolution.classes;

import java.io.Serializable;

/** A String becomes an Object. */
public class J26Object implements Serializable {
  private static final long serialVersionUID = 1L;

  public Object value;
}
