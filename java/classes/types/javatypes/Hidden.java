package javatypes;

import java.io.Serializable;

/** The parent of a class that has a field of the same name. */
public class Hidden implements Serializable {
  private static final long serialVersionUID = 1L;

  public int value;
}
