package wirebed.echo.transport;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One thread that ends whatever takes too long. A socket's own timeout would cost a system call for
 * each read, and does not end a write.
 */
final class Watchdog implements AutoCloseable {
  private static final long SWEEP_MILLIS = 50;

  /** What is looked at in every sweep, by the clock of System.nanoTime(). */
  interface Watched {
    void check(long now);
  }

  /** A deadline that moves, and what to do when it passes. */
  static final class Deadline implements Watched {
    private static final long NONE = 0;

    private final Runnable end;
    private volatile long at = NONE;
    private volatile boolean passed;

    private Deadline(Runnable end) {
      this.end = end;
    }

    void within(double seconds) {
      at = System.nanoTime() + (long) (seconds * 1e9) | 1; // never NONE
    }

    void lift() {
      at = NONE;
    }

    boolean passed() {
      return passed;
    }

    @Override
    public void check(long now) {
      long until = at;
      if (until != NONE && until - now < 0 && !passed) {
        passed = true;
        end.run();
      }
    }
  }

  private final Set<Watched> all = ConcurrentHashMap.newKeySet();
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

  void add(Watched watched) {
    all.add(watched);
  }

  void forget(Watched watched) {
    all.remove(watched);
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
      for (Watched watched : all) {
        try {
          watched.check(now);
        } catch (RuntimeException e) {
          // What is gone already cannot be ended. The others are still watched.
        }
      }
    }
  }
}
