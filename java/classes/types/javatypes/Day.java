package javatypes;

import java.io.Serializable;
import java.time.LocalDate;

/** A date without a time. */
public class Day implements Serializable {
  private static final long serialVersionUID = 1L;

  public LocalDate date;
}
