package evolution.classes;

import java.io.Serializable;

/** A record becomes an ordinary class. Its serialVersionUID is 0, like that of records. */
public class JrOrdinary implements Serializable {
  private static final long serialVersionUID = 0L;

  public int kept;
}
