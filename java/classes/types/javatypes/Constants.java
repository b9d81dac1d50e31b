package javatypes;

import java.io.Serializable;
import java.time.DayOfWeek;
import java.time.Month;
import java.util.concurrent.TimeUnit;

/** Constants of the JDK's own enums. */
public class Constants implements Serializable {
  private static final long serialVersionUID = 1L;

  public DayOfWeek day;
  public Month month;
  public TimeUnit unit;
}
