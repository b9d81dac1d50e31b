package wirebed.bench;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/**
 * Runs an operation until the compiler is done with it, before any clock of JMH runs.
 *
 * <p>How long that takes depends on the operation and on the machine. Java serialization becomes
 * four times faster when its largest method is compiled, which is after more than a second.
 */
final class WarmUp {
  /** What the compiler finishes in such a time counts as work from {@link #WORK} on. */
  private static final long STEP = TimeUnit.MILLISECONDS.toNanos(250);

  private static final long WORK = 5; // milliseconds

  /** One compilation may take most of a second, and counts when it ends. */
  private static final long IDLE = TimeUnit.SECONDS.toNanos(1);

  /** Some compilers never are: they take small methods again and again. */
  private static final long LONGEST = TimeUnit.SECONDS.toNanos(3);

  private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();

  /** The compiler cannot leave out an operation whose result is kept. */
  static volatile Object last;

  private WarmUp() {}

  static void of(TimedOperation operation) throws Exception {
    long begun = System.nanoTime();
    long worked = begun;
    long now = begun;
    while (now - worked < IDLE && now - begun < LONGEST) {
      long before = COMPILER.getTotalCompilationTime();
      now = run(operation, now + STEP);
      if (COMPILER.getTotalCompilationTime() - before >= WORK) {
        worked = now;
      }
    }
  }

  /** Runs it at least once, and until this time; returns the time. */
  private static long run(TimedOperation operation, long ends) throws Exception {
    long now;
    do {
      last = operation.run();
      now = System.nanoTime();
    } while (now < ends);
    return now;
  }
}
