package javatypes;

import java.io.Serializable;

/** A field of a parent, which may hold a subclass. */
public class HoldsParent implements Serializable {
  private static final long serialVersionUID = 1L;

  public Parent held;
}
