package javatypes;

import java.io.Serializable;

/** A class with a subclass. */
public class Parent implements Serializable {
  private static final long serialVersionUID = 1L;

  public int inherited;
}
