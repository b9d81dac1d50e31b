package wirebed.bench;

import com.google.protobuf.Internal;
import com.google.protobuf.MessageLiteOrBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import wirebed.codec.About;

/**
 * Samples the stacks of the current thread with JFR, and counts those in code of this bed that is
 * between the benchmark and the library (proto/wirebed/README.md, "Benchmark programs").
 */
final class StackSamples {
  /** The samples of a thread in Java code, and of one in native code. */
  private static final Set<String> EVENTS = Set.of("jdk.ExecutionSample", "jdk.NativeMethodSample");

  private static final String BENCHMARK = StackSamples.class.getPackageName() + ".";
  private static final String OPERATION = TimedOperation.class.getName() + "$";
  private static final Duration PERIOD = Duration.ofMillis(1);

  private final Recording recording = new Recording();
  private final About codec;
  private final ClassLoader generated;
  private final Map<String, Boolean> messages = new HashMap<>();

  private StackSamples(About codec, ClassLoader generated) {
    this.codec = codec;
    this.generated = generated;
  }

  /**
   * Begins to sample the current thread.
   *
   * @param generated has the classes that were generated for the schema
   */
  static StackSamples start(About codec, ClassLoader generated) {
    StackSamples samples = new StackSamples(codec, generated);
    for (String event : EVENTS) {
      samples.recording.enable(event).withPeriod(PERIOD).withStackTrace();
    }
    samples.recording.start();
    return samples;
  }

  /** Writes the line of a task beside the task. */
  void stop(String task) throws IOException {
    recording.stop();
    Path file = Files.createTempFile(Row.folder(), task, ".jfr");
    try (recording) {
      recording.dump(file);
      int all = 0;
      int own = 0;
      for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
        if (isOfThisThread(event) && isInside(event.getStackTrace())) {
          all++;
          own += isOwn(event.getStackTrace()) ? 1 : 0;
        }
      }
      if (all == 0) {
        throw new IllegalStateException("JFR has no stacks of " + task);
      }
      String line = "{\"id\": \"%s\", \"samples\": %d, \"own\": %d}\n";
      Files.writeString(lineOf(Row.folder(), task), line.formatted(task, all, own));
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** The lines that the forks of these tasks wrote. */
  static String linesOf(Path folder, List<String> tasks) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String task : tasks) {
      lines.append(Files.readString(lineOf(folder, task)));
    }
    return lines.toString();
  }

  private static Path lineOf(Path folder, String task) {
    return folder.resolve(task + ".stacks");
  }

  private static boolean isOfThisThread(RecordedEvent event) {
    if (!EVENTS.contains(event.getEventType().getName())) {
      return false;
    }
    RecordedThread thread = event.getThread("sampledThread");
    return thread != null && thread.getJavaThreadId() == Thread.currentThread().getId();
  }

  /** Whether the benchmark is on the stack, as far as JFR keeps it. */
  private static boolean isInside(RecordedStackTrace stack) {
    return stack != null
        && (stack.isTruncated()
            || stack.getFrames().stream().anyMatch(frame -> name(frame).startsWith(OPERATION)));
  }

  /**
   * Whether code of this bed is more inward on the stack than the library. The JDK and the plain
   * classes work for their callers.
   */
  private boolean isOwn(RecordedStackTrace stack) {
    for (RecordedFrame frame : stack.getFrames()) {
      String name = name(frame);
      if (codec.owns(name) || isMessage(name)) {
        return false;
      }
      if (name.startsWith("wirebed.")) {
        // Values is a part of the conversions.
        return !name.startsWith(BENCHMARK) || name.equals(Values.class.getName());
      }
    }
    return false;
  }

  private static String name(RecordedFrame frame) {
    return frame.getMethod().getType().getName();
  }

  /** Whether protoc generated this class: the library's user did not write it. */
  private boolean isMessage(String name) {
    return messages.computeIfAbsent(
        name,
        key -> {
          try {
            return isMessage(Class.forName(key, false, generated));
          } catch (ClassNotFoundException | LinkageError e) {
            return false; // a hidden class, such as a lambda
          }
        });
  }

  private static boolean isMessage(Class<?> found) {
    return MessageLiteOrBuilder.class.isAssignableFrom(found)
        || Internal.EnumLite.class.isAssignableFrom(found);
  }
}
