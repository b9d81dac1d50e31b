package wirebed.bench;

import java.nio.file.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import wirebed.protocol.BenchTask;

/** The one benchmark: the operation of a task, named by its id. Each task has its own fork. */
@State(Scope.Thread)
public class Row {
  @Param("")
  public String task;

  private Operations operations;
  private BenchTask found;
  private TimedOperation operation;

  /**
   * Makes the value and opens the codec before the clock starts, also for the cold rows: these are
   * the first operations of a service that has started, not its start.
   */
  @Setup
  public void open() throws Exception {
    Path folder = folder();
    found = BenchEnvironment.task(folder, task);
    operations = BenchEnvironment.ofProcess().smaller(folder, found).operations();
    operation = operations.of(found);
  }

  /** The files of all tasks. */
  static Path folder() {
    return Path.of(System.getProperty("wirebed.tasks"));
  }

  Operations operations() {
    return operations;
  }

  BenchTask found() {
    return found;
  }

  @Benchmark
  public Object run() throws Exception {
    return operation.run();
  }
}
