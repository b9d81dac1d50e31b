package javatypes;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;

/** Times of java.time. */
public class Times implements Serializable {
  private static final long serialVersionUID = 1L;

  public Instant instant;
  public LocalTime time;
  public LocalDateTime dateTime;
  public ZonedDateTime zoned;
  public Duration duration;
}
