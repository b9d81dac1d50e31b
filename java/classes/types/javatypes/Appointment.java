package javatypes;

import java.io.Serializable;
import java.util.Calendar;

/** A moment with its time zone. */
public class Appointment implements Serializable {
  private static final long serialVersionUID = 1L;

  public Calendar time;
}
