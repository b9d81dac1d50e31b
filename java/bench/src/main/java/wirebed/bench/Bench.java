package wirebed.bench;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import wirebed.protocol.BenchTask;
import wirebed.protocol.BenchTasks;

/**
 * The benchmark program of a Java peer (proto/wirebed/README.md, "Benchmark programs").
 *
 * <p>It goes through the tasks itself only to probe them; to time them JMH starts a fork for each,
 * with the flags that this process was started with.
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
    List<BenchTask> tasks = chosen(arguments);
    Path out = arguments.out().toAbsolutePath();
    Path unfinished = out.resolveSibling(out.getFileName() + ".unfinished");
    try {
      if (arguments.mode() == Arguments.Mode.PROBE) {
        Files.writeString(unfinished, probe(tasks), StandardCharsets.UTF_8);
      } else if (tasks.isEmpty()) {
        Files.writeString(unfinished, "[]\n");
      } else {
        measure(arguments, tasks, unfinished);
      }
      Files.move(unfinished, out, REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private static List<BenchTask> chosen(Arguments arguments) throws IOException {
    List<BenchTask> tasks = new ArrayList<>();
    List<String> unknown = new ArrayList<>(arguments.only());
    for (BenchTask task :
        BenchTasks.parseFrom(Files.readAllBytes(arguments.tasks())).getTasksList()) {
      unknown.remove(task.getId());
      if (arguments.only().isEmpty() || arguments.only().contains(task.getId())) {
        tasks.add(task);
      }
    }
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(arguments.tasks() + " has no task " + unknown);
    }
    return tasks;
  }

  private static String probe(List<BenchTask> tasks) throws ReflectiveOperationException {
    Probe probe = new Probe(Given.ofProcess().works());
    StringBuilder lines = new StringBuilder();
    tasks.forEach(task -> lines.append(probe.of(task).json()).append('\n'));
    return lines.toString();
  }

  private static void measure(Arguments arguments, List<BenchTask> tasks, Path out)
      throws IOException, RunnerException {
    Path folder = Files.createTempDirectory("wirebed-bench");
    // Whatever ends this process, its forks end with it, and nothing of it is left.
    Thread end = new Thread(() -> end(folder, out));
    Runtime.getRuntime().addShutdownHook(end);
    try {
      for (BenchTask task : tasks) {
        Files.write(folder.resolve(task.getId()), task.toByteArray());
      }
      String[] ids = tasks.stream().map(BenchTask::getId).toArray(String[]::new);
      new Runner(Measurement.of(arguments, ids, folder, out)).run();
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
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.toList()) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(folder);
  }
}
