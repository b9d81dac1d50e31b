package javatypes;

import java.io.Serializable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Numbers and a flag of java.util.concurrent.atomic. */
public class Atomics implements Serializable {
  private static final long serialVersionUID = 1L;

  public AtomicInteger number;
  public AtomicLong large;
  public AtomicBoolean flag;
}
