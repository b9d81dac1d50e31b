package wirebed.echo;

import java.util.concurrent.atomic.LongAdder;

/**
 * The counts of a server: replies with a value, replies without one, and calls that were cancelled.
 */
public final class Counts {
  public final LongAdder echoed = new LongAdder();
  public final LongAdder refused = new LongAdder();
  public final LongAdder cancelled = new LongAdder();

  @Override
  public String toString() {
    return "echoed %d refused %d cancelled %d"
        .formatted(echoed.sum(), refused.sum(), cancelled.sum());
  }
}
