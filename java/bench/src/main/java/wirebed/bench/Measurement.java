package wirebed.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** How JMH measures, in each mode. Every time is in nanoseconds. */
final class Measurement {
  /** The number of iterations of the measurement, and of the warm-up. */
  private static final int ITERATIONS = 5;

  /**
   * The least seconds of a warm-up that compiles the operation fully. One compilation of Java
   * serialization alone takes 0.9 s on a slow machine. A quick run has none.
   */
  private static final double LEAST_WARM_UP = 2.5;

  private static final double QUICK = 0.1;
  private static final double QUICK_WARM_UP = 0.3;

  private static final double SECONDS_OF_BYTES = 0.1;
  private static final double WARM_UP_OF_STACKS = 0.5;
  private static final int COLD_OPERATIONS = 1000;

  private Measurement() {}

  /**
   * @param ids the ids of the tasks
   * @param folder the folder with a file for each task
   */
  static Options of(Arguments arguments, List<String> ids, Path folder, Path out) {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + row(arguments).getName().replace(".", "\\.") + "\\.run$")
            .param("task", ids.toArray(String[]::new))
            .forks(1)
            .warmupForks(0)
            .threads(1)
            .timeUnit(TimeUnit.NANOSECONDS)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT)
            .resultFormat(ResultFormatType.JSON)
            .result(out.toString())
            .jvmArgsAppend(jvmArguments(arguments, folder));
    double seconds = arguments.seconds();
    return switch (arguments.mode()) {
      case COLD -> cold(options);
      case BYTES -> average(options, QUICK_WARM_UP, SECONDS_OF_BYTES).build();
      case STACKS -> stacks(options, seconds);
      default -> average(options, Math.max(seconds, leastWarmUp(seconds)), seconds).build();
    };
  }

  private static Class<?> row(Arguments arguments) {
    return arguments.mode() == Arguments.Mode.STACKS ? SampledRow.class : Row.class;
  }

  private static double leastWarmUp(double seconds) {
    return seconds > QUICK ? LEAST_WARM_UP : QUICK_WARM_UP;
  }

  private static ChainedOptionsBuilder average(
      ChainedOptionsBuilder options, double warmUp, double measured) {
    return options
        .mode(Mode.AverageTime)
        // This profiler only reads a counter before and after an iteration, which the times allow.
        .addProfiler(GCProfiler.class)
        .warmupIterations(ITERATIONS)
        .warmupTime(iteration(warmUp))
        .measurementIterations(ITERATIONS)
        .measurementTime(iteration(measured));
  }

  private static TimeValue iteration(double seconds) {
    return TimeValue.milliseconds(Math.max(10, Math.round(seconds * 1000 / ITERATIONS)));
  }

  /**
   * Without the flags for stacks the compiler records at safepoints alone what it inlined where.
   */
  private static String[] jvmArguments(Arguments arguments, Path folder) {
    Stream<String> flags =
        arguments.mode() == Arguments.Mode.STACKS
            ? Stream.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints")
            : Stream.of();
    return Stream.concat(Stream.of("-Dwirebed.tasks=" + folder), flags).toArray(String[]::new);
  }

  /** One iteration is sampled. */
  private static Options stacks(ChainedOptionsBuilder options, double seconds) {
    return options
        .mode(Mode.AverageTime)
        .warmupIterations(ITERATIONS)
        .warmupTime(iteration(WARM_UP_OF_STACKS))
        .measurementIterations(1)
        .measurementTime(TimeValue.milliseconds(Math.round(seconds * 1000)))
        .build();
  }

  /** One batch of the first operations: its score is the time of the whole batch. */
  private static Options cold(ChainedOptionsBuilder options) {
    return options
        .mode(Mode.SingleShotTime)
        .warmupIterations(0)
        .measurementIterations(1)
        .measurementBatchSize(COLD_OPERATIONS)
        .build();
  }
}
