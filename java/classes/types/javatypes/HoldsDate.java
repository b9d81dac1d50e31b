package javatypes;

import java.io.Serializable;
import java.util.Date;

/** A field of Date, which may hold a subclass of the JDK. */
public class HoldsDate implements Serializable {
  private static final long serialVersionUID = 1L;

  public Date date;
}
