package wirebed.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WarmUpTest {
  @Test
  void anOperationRunsUntilTheCompilerHasBeenIdle() throws Exception {
    AtomicInteger operations = new AtomicInteger();
    long before = ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
    WarmUp.of(() -> String.format("%d of %s", operations.incrementAndGet(), "many").length());
    assertTrue(ManagementFactory.getCompilationMXBean().getTotalCompilationTime() > before);
    assertTrue(operations.get() > 10_000, operations + " operations");
    assertEquals(String.format("%d of many", operations.get()).length(), WarmUp.last);
  }

  @Test
  void aSlowOperationEndsToo() throws Exception {
    AtomicInteger operations = new AtomicInteger();
    WarmUp.of(
        () -> {
          Thread.sleep(600);
          return operations.incrementAndGet();
        });
    assertTrue(operations.get() > 1 && operations.get() < 10, operations + " operations");
  }
}
