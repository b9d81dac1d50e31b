package wirebed.echo.transport;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One thread that ends whatever takes too long. A socket's own timeout would cost a system call for
 * each read, and does not end a write.
 */
final class Watchdog implements AutoCloseable {
  private static final long SWEEP_MILLIS = 50;

  /** A deadline that moves, and what to do once when it passes. */
  static final class Deadline {
    private static final long NEVER = 0;

    private final Runnable end;
    private volatile long at = NEVER;
    private volatile boolean expired;

    private Deadline(Runnable end) {
      this.end = end;
    }

    void arm(double seconds) {
      at = System.nanoTime() + (long) (seconds * 1e9) | 1; // never NEVER
    }

    void disarm() {
      at = NEVER;
    }

    boolean expired() {
      return expired;
    }

    private void check(long now) {
      long until = at;
      if (until != NEVER && until - now < 0 && !expired) {
        expired = true;
        end.run();
      }
    }
  }

  private final Set<Deadline> all = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  Watchdog(String name) {
    Thread thread = new Thread(this::sweep, name);
    thread.setDaemon(true);
    thread.start();
  }

  Deadline watch(Runnable end) {
    Deadline deadline = new Deadline(end);
    all.add(deadline);
    return deadline;
  }

  void forget(Deadline deadline) {
    all.remove(deadline);
  }

  @Override
  public void close() {
    closed = true;
  }

  private void sweep() {
    while (!closed) {
      try {
        Thread.sleep(SWEEP_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
      long now = System.nanoTime();
      for (Deadline deadline : all) {
        try {
          deadline.check(now);
        } catch (RuntimeException e) {
          // A connection that is gone already cannot be ended. The others are still watched.
        }
      }
    }
  }
}
