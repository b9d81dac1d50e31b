package javatypes;

import java.io.Serializable;
import java.time.MonthDay;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;

/** Parts of a date of java.time, and a time between dates. */
public class DateParts implements Serializable {
  private static final long serialVersionUID = 1L;

  public Year year;
  public YearMonth yearMonth;
  public MonthDay monthDay;
  public Period period;
}
