package javatypes;

import java.io.Serializable;

/** A record in a field. */
public class HoldsRecord implements Serializable {
  private static final long serialVersionUID = 1L;

  public Point point;
}
