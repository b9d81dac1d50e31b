package wirebed.bench;

import java.nio.ByteBuffer;
import wirebed.protocol.BenchTask;
import wirebed.refusal.UnsupportedException;

/**
 * Runs a task before any clock does (proto/wirebed/README.md, "Benchmark programs"). The runner
 * compares the number of bytes that it writes with that of its cell in the matrix.
 */
final class Probe {
  /** An operation that reuses something does not work as the first time later. */
  private static final int ROUNDS = 3;

  private final Operations operations;

  Probe(Operations operations) {
    this.operations = operations;
  }

  ProbeResult of(BenchTask task) {
    try {
      TimedOperation operation = operations.of(task);
      Object result = null;
      for (int round = 0; round < ROUNDS; round++) {
        result = operation.run();
      }
      return ProbeResult.kept(task.getId(), kept(task), size(task, result));
    } catch (UnsupportedException e) {
      return ProbeResult.refused(task.getId(), e.getMessage());
    } catch (Exception | LinkageError | StackOverflowError | OutOfMemoryError e) {
      return ProbeResult.refused(task.getId(), e.toString());
    }
  }

  private String kept(BenchTask task) throws Exception {
    return switch (task.getOperation()) {
      case COPY ->
          "nothing is kept; every object is new, texts and other immutable values are shared";
      case MEMCPY -> "both places are kept";
      default -> task.getReused() ? operations.reusing(task).kept() : operations.codec(task).kept();
    };
  }

  /** The number of bytes that a task wrote; null for a task that does not write. */
  private static Integer size(BenchTask task, Object result) {
    return switch (task.getOperation()) {
      case ENCODE, POPULATE ->
          result instanceof ByteBuffer buffer ? buffer.remaining() : ((byte[]) result).length;
      default -> null;
    };
  }
}
