package wirebed.bench;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;

/**
 * The benchmark program of a Java peer (proto/wirebed/README.md, "Benchmark programs").
 *
 * <p>This process itself only probes the tasks. To time them, JMH starts a fork for each task with
 * the flags of this process.
 */
public final class Bench {
  private Bench() {}

  public static void main(String[] words) throws IOException {
    System.setOut(System.err); // the console belongs to the runner
    Arguments arguments;
    try {
      arguments = Arguments.of(words);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage() + "\n" + Arguments.USAGE);
      System.exit(2);
      return;
    }
    try {
      run(arguments);
    } catch (IOException | RunnerException | ReflectiveOperationException | RuntimeException e) {
      e.printStackTrace();
      System.exit(2);
    }
  }

  static void run(Arguments arguments)
      throws IOException, RunnerException, ReflectiveOperationException {
    Path out = arguments.out().toAbsolutePath();
    Path unfinished = out.resolveSibling(out.getFileName() + ".unfinished");
    try {
      if (arguments.mode() == Arguments.Mode.PROBE) {
        Files.writeString(unfinished, probe(arguments), StandardCharsets.UTF_8);
      } else {
        measure(arguments, unfinished);
      }
      Files.move(unfinished, out, REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private static String probe(Arguments arguments)
      throws IOException, ReflectiveOperationException {
    Probe probe = new Probe(BenchEnvironment.ofProcess().operations());
    StringBuilder lines = new StringBuilder();
    new TaskFile(arguments.tasks())
        .forEach(arguments.only(), task -> lines.append(probe.of(task).json()).append('\n'));
    return lines.toString();
  }

  private static void measure(Arguments arguments, Path out)
      throws IOException, RunnerException, ReflectiveOperationException {
    Path folder = Files.createTempDirectory("wirebed-bench");
    // However this process ends, its forks end too, and its files are deleted.
    Thread end = new Thread(() -> end(folder, out));
    Runtime.getRuntime().addShutdownHook(end);
    try {
      List<String> ids = new ArrayList<>();
      BenchEnvironment environment = BenchEnvironment.ofProcess();
      Operations operations = environment.operations();
      SmallTree small = new SmallTree(environment.tree());
      new TaskFile(arguments.tasks())
          .forEach(
              arguments.only(),
              task -> {
                ids.add(task.getId());
                Files.write(folder.resolve(task.getId()), task.toByteArray());
                if (operations.onMessages(task)) {
                  small.write(task.getMessage(), BenchEnvironment.small(folder, task));
                }
              });
      if (ids.isEmpty()) {
        Files.writeString(out, "[]\n");
      } else {
        new Runner(Measurement.of(arguments, ids, folder, out)).run();
        if (arguments.mode() == Arguments.Mode.STACKS) {
          Files.writeString(out, StackSamples.linesOf(folder, ids));
        }
      }
    } finally {
      delete(folder);
    }
  }

  private static void end(Path folder, Path out) {
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    try {
      delete(folder);
      Files.deleteIfExists(out);
    } catch (IOException e) {
      System.err.println(e);
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path); // links, not what they lead to
      }
    }
  }
}
