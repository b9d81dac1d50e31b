package wirebed.echo;

import java.util.concurrent.locks.LockSupport;

/** The share that one connection has of a load, and when its echoes begin. */
final class Schedule {
  private final long warmUp;
  private final long echoes;
  private final double interval;
  private final double offset;
  private final long limit;
  private long start;

  /**
   * @param index of this connection, from 0
   */
  Schedule(wirebed.protocol.Load load, int connections, int index) {
    warmUp = share(load.getWarmUp(), connections, index);
    echoes = share(load.getEchoes(), connections, index);
    interval = load.getRate() > 0 ? 1e9 * connections / load.getRate() : 0;
    offset = interval * index / connections;
    limit = load.getSeconds() > 0 ? (long) (load.getSeconds() * 1e9) : Long.MAX_VALUE;
  }

  private static long share(long all, int connections, int index) {
    return all / connections + (index < all % connections ? 1 : 0);
  }

  long warmUp() {
    return warmUp;
  }

  long echoes() {
    return echoes;
  }

  /** The clock of the load starts now. */
  void start() {
    start = System.nanoTime();
  }

  /** Whether no echo is begun any more. */
  boolean over() {
    return System.nanoTime() - start >= limit;
  }

  /** Waits for the time when an echo is to begin, and returns it; without a rate, it is now. */
  long begin(long echo) {
    if (interval == 0) {
      return System.nanoTime();
    }
    long at = start + (long) (offset + interval * echo);
    for (long wait = at - System.nanoTime(); wait > 0 && !over(); wait = at - System.nanoTime()) {
      LockSupport.parkNanos(Math.min(wait, 100_000_000));
    }
    return at;
  }
}
