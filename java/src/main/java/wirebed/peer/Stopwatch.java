package wirebed.peer;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import wirebed.protocol.Times;

/**
 * Indicative times of one operation inside the peer: many short batches by the processor time of
 * this thread, of which the fastest and the median are reported (peer.proto, Measure).
 */
final class Stopwatch {
  private static final long BATCH_NANOS = 100_000;
  private static final int LEAST_BATCHES = 10;
  // After about this many runs, at least the first compiler has compiled an operation.
  private static final long COMPILED_AFTER = 2_000;
  // A slow operation gets at most this multiple of the requested time.
  private static final long PATIENCE = 4;

  private static final ThreadMXBean THREAD = ManagementFactory.getThreadMXBean();

  interface Operation {
    Object run();
  }

  private final long nanos;
  // Prevents the compiler from removing operations whose result is not used.
  private volatile Object sink;

  Stopwatch(int milliseconds) {
    nanos = Math.max(1, milliseconds) * 1_000_000L;
  }

  Times time(Operation operation) {
    long size = warm(operation);
    double[] means = new double[64];
    int batches = 0;
    for (long spent = 0;
        spent < nanos || batches < LEAST_BATCHES && spent < nanos * PATIENCE;
        batches++) {
      long taken = batch(operation, size);
      spent += taken;
      if (batches == means.length) {
        means = Arrays.copyOf(means, 2 * batches);
      }
      means[batches] = (double) taken / size;
    }
    Arrays.sort(means, 0, batches);
    return Times.newBuilder()
        .setBatches(batches)
        .setLeast(means[0])
        .setMedian((means[(batches - 1) / 2] + means[batches / 2]) / 2)
        .build();
  }

  /** The number of operations in a batch. */
  private long warm(Operation operation) {
    long size = 1;
    long done = 0;
    for (long spent = 0; spent < nanos || done < COMPILED_AFTER && spent < nanos * PATIENCE; ) {
      long taken = batch(operation, size);
      spent += taken;
      done += size;
      if (taken < BATCH_NANOS) {
        size *= 2;
      }
    }
    return size;
  }

  private long batch(Operation operation, long times) {
    Object last = null;
    long start = THREAD.getCurrentThreadCpuTime();
    for (long i = 0; i < times; i++) {
      last = operation.run();
    }
    long taken = THREAD.getCurrentThreadCpuTime() - start;
    sink = last;
    return taken;
  }
}
