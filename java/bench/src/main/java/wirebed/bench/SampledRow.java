package wirebed.bench;

import java.io.IOException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/** The same benchmark while the stacks of its thread are sampled. Its times do not count. */
@State(Scope.Thread)
public class SampledRow extends Row {
  private StackSamples samples;

  @Setup(Level.Iteration)
  public void start(IterationParams iteration) {
    if (iteration.getType() == IterationType.MEASUREMENT) {
      ClassLoader generated = operations().type(found()).plainClass().getClassLoader();
      samples = StackSamples.start(operations().entry(found().getCodec()).about(), generated);
    }
  }

  @TearDown(Level.Iteration)
  public void stop() throws IOException {
    if (samples != null) {
      samples.stop(task);
    }
  }
}
