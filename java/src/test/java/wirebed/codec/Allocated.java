package wirebed.codec;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** How many bytes this thread has taken so far. */
final class Allocated {
  private Allocated() {}

  static long bytes() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }
}
