package javatypes;

import java.io.Serializable;

/** A field of Object, which may hold anything. */
public class HoldsObject implements Serializable {
  private static final long serialVersionUID = 1L;

  public Object held;
}
