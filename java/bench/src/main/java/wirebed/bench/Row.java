package wirebed.bench;

import java.nio.file.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import wirebed.protocol.BenchTask;

/** The one benchmark: a task's operation, by its id. Each runs in a fork of its own. */
@State(Scope.Thread)
public class Row {
  @Param("")
  public String task;

  private TimedOperation operation;

  /**
   * When the clock starts, the value is there and the codec is open, in the cold rows too: they are
   * the first operations of a service that has started, not its start.
   */
  @Setup
  public void open() throws Exception {
    Path folder = Path.of(System.getProperty("wirebed.tasks"));
    BenchTask found = BenchEnvironment.task(folder, task);
    operation = BenchEnvironment.ofProcess().smaller(folder, found).operations().of(found);
  }

  @Benchmark
  public Object run() throws Exception {
    return operation.run();
  }
}
