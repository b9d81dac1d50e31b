package wirebed.echo;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Nanoseconds in an HdrHistogram; a longer latency than an hour counts as an hour. */
final class Latencies {
  private static final long LONGEST = TimeUnit.HOURS.toNanos(1);
  private static final int DIGITS = 3;

  private final Histogram histogram = new Histogram(LONGEST, DIGITS);

  void record(long nanos) {
    histogram.recordValue(Math.max(1, Math.min(nanos, LONGEST)));
  }

  void add(Latencies other) {
    histogram.add(other.histogram);
  }

  wirebed.protocol.Latencies message() {
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(bytes);
    return wirebed.protocol.Latencies.newBuilder()
        .setHistogram(ByteString.copyFrom(bytes.array(), 0, length))
        .build();
  }
}
