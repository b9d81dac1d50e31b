package wirebed.peer;

import wirebed.protocol.Measured;

/**
 * Indicative times of one codec inside the peer.
 *
 * <p>A clock read costs as much as a small encode, so blocks of operations are timed, never single
 * ones. Each operation is warmed first for as long as it is then measured, and longer while it is
 * not yet compiled.
 */
final class Stopwatch {
  private static final long BLOCK_NANOS = 1_000_000;
  // What has run about this often is compiled by the first compiler at least; a slow codec is not
  // waited for that long.
  private static final long COMPILED_AFTER = 2_000;
  private static final long PATIENCE = 4;

  interface Operation {
    Object run();
  }

  private final long nanos;
  // Keeps the compiler from dropping operations whose result nobody reads.
  private volatile Object sink;

  Stopwatch(int milliseconds) {
    nanos = Math.max(1, milliseconds) * 1_000_000L;
  }

  Measured measure(int size, Operation encode, Operation decode) {
    long encodeBlock = warm(encode);
    long decodeBlock = warm(decode);
    long[] encodes = time(encode, encodeBlock);
    long[] decodes = time(decode, decodeBlock);
    return Measured.newBuilder()
        .setSize(size)
        .setEncodes(encodes[0])
        .setEncodeNanos(encodes[1])
        .setDecodes(decodes[0])
        .setDecodeNanos(decodes[1])
        .build();
  }

  /** How many operations make a block. */
  private long warm(Operation operation) {
    long block = 1;
    long done = 0;
    long start = System.nanoTime();
    for (long spent = 0; spent < nanos || done < COMPILED_AFTER && spent < nanos * PATIENCE; ) {
      long before = System.nanoTime();
      repeat(operation, block);
      done += block;
      spent = System.nanoTime() - start;
      if (System.nanoTime() - before < BLOCK_NANOS) {
        block *= 2;
      }
    }
    return block;
  }

  /** Operations done, and nanoseconds for all of them. */
  private long[] time(Operation operation, long block) {
    long done = 0;
    long taken = 0;
    while (taken < nanos) {
      long before = System.nanoTime();
      repeat(operation, block);
      taken += System.nanoTime() - before;
      done += block;
    }
    return new long[] {done, taken};
  }

  private void repeat(Operation operation, long times) {
    Object last = null;
    for (long i = 0; i < times; i++) {
      last = operation.run();
    }
    sink = last;
  }
}
