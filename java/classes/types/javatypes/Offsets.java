package javatypes;

import java.io.Serializable;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;

/** Times of java.time with an offset, and an offset. */
public class Offsets implements Serializable {
  private static final long serialVersionUID = 1L;

  public OffsetDateTime dateTime;
  public OffsetTime time;
  public ZoneOffset offset;
}
