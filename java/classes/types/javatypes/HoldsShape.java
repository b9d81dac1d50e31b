package javatypes;

import java.io.Serializable;

/** A field of an interface. */
public class HoldsShape implements Serializable {
  private static final long serialVersionUID = 1L;

  public Shape held;
}
