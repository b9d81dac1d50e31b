package javatypes;

import java.io.Serializable;

/** A class as a value. */
public class Reflection implements Serializable {
  private static final long serialVersionUID = 1L;

  public Class<?> type;
}
