package wirebed.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import wirebed.protocol.BenchTask;
import wirebed.protocol.BenchTasks;
import wirebed.protocol.Operation;

/** Runs the program as it is started, with its forks; the times are not checked. */
class BenchTest {
  @TempDir Path folder;
  private Path tasks;
  private Path out;

  @BeforeEach
  void write() throws Exception {
    tasks = folder.resolve("tasks");
    out = folder.resolve("out");
    BenchTasks.Builder all = BenchTasks.newBuilder();
    all.addTasks(task("json/jackson").setId("r1"));
    all.addTasks(task("protobuf/protobuf-java").setId("r2")); // its fork has a tree of its own
    Files.write(tasks, all.build().toByteArray());
  }

  private static BenchTask.Builder task(String codec) throws Exception {
    return Cases.task(codec, Cases.testobject()).setOperation(Operation.ENCODE);
  }

  private Arguments arguments(String mode, String... more) {
    List<String> words = new ArrayList<>(List.of("--tasks", tasks.toString(), "--mode", mode));
    words.addAll(List.of("--out", out.toString()));
    words.addAll(List.of(more));
    return Arguments.of(words.toArray(String[]::new));
  }

  @Test
  void aProbeWritesALineForEachTask() throws Exception {
    Bench.run(arguments("probe"));
    List<String> lines = Files.readAllLines(out);
    assertEquals(2, lines.size());
    String begin = "{\"id\": \"r1\", \"kept\": \"the mapper is kept, ";
    assertTrue(lines.get(0).startsWith(begin), lines.get(0));
    assertTrue(lines.get(1).startsWith("{\"id\": \"r2\", \"kept\": "), lines.get(1));
    assertTrue(lines.get(1).endsWith(", \"bytes\": 9}"), lines.get(1));
  }

  @Test
  void coldIsOneBatchOfAThousandOperations() throws Exception {
    Bench.run(arguments("cold", "--only", "r2"));
    assertEquals(List.of("r2"), found("\"task\" : \"(r.)\""));
    assertEquals(List.of("ss"), found("\"mode\" : \"(\\w+)\""));
    assertEquals(List.of("1000"), found("\"measurementBatchSize\" : (\\d+)"));
    assertEquals(List.of("0"), found("\"warmupIterations\" : (\\d+)"));
    assertEquals(1, samples().get(0));
  }

  @Test
  void warmTimesEachTaskInItsForkInNanoseconds() throws Exception {
    Bench.run(arguments("warm", "--seconds", "0.05"));
    assertEquals(List.of("r1", "r2"), found("\"task\" : \"(r.)\""));
    assertEquals(List.of("avgt", "avgt"), found("\"mode\" : \"(\\w+)\""));
    assertEquals(List.of("ns/op", "ns/op"), found("\"scoreUnit\" : \"(ns/op)\""));
    assertEquals(List.of(5, 5), samples());
  }

  @Test
  void theTreeOfAForkHasTheEnumsOfItsMessage() throws Exception {
    BenchTask.Builder populate =
        Cases.task("protobuf/protobuf-java", Cases.family())
            .setOperation(Operation.POPULATE)
            .setId("r3");
    Files.write(tasks, BenchTasks.newBuilder().addTasks(populate).build().toByteArray());
    Bench.run(arguments("warm", "--seconds", "0.05"));
    assertEquals(List.of("r3"), found("\"task\" : \"(r.)\""));
  }

  @Test
  void bytesAreThoseOfOneOperation() throws Exception {
    Bench.run(arguments("bytes", "--only", "r1"));
    List<String> bytes = found("\"gc.alloc.rate.norm\" : \\{\\s+\"score\" : ([0-9.E]+)");
    assertTrue(Double.parseDouble(bytes.get(0)) > 26, "an array of 26 bytes at the least");
  }

  /** All of a layout is code of this bed. */
  @ParameterizedTest
  @CsvSource({"json/jackson, 0.0, 0.2", "java-serial/jdk, 0.0, 0.2", "raw/bytebuffer, 0.9, 1.0"})
  void stacksSayHowMuchIsOwnCode(String codec, double least, double most) throws Exception {
    BenchTask.Builder task = Cases.task(codec, Cases.stock()).setOperation(Operation.ENCODE);
    Files.write(tasks, BenchTasks.newBuilder().addTasks(task.setId("r4")).build().toByteArray());
    Bench.run(arguments("stacks"));
    assertEquals(List.of("r4"), found("\"id\": \"(r.)\""));
    double samples = Double.parseDouble(found("\"samples\": (\\d+)").get(0));
    double own = Double.parseDouble(found("\"own\": (\\d+)").get(0)) / samples;
    assertTrue(samples > 20, "%.0f samples".formatted(samples));
    assertTrue(own >= least && own <= most, "%.2f is own code".formatted(own));
  }

  @Test
  void anUnknownTaskLeavesNoFile() throws IOException {
    Arguments unknown = arguments("warm", "--only", "r1,r9");
    Exception e = assertThrows(IllegalArgumentException.class, () -> Bench.run(unknown));
    assertTrue(e.getMessage().endsWith("has no task [r9]"), e.getMessage());
    assertFalse(Files.exists(out));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--mode warm --out o",
        "--tasks t --mode hot --out o",
        "--tasks t --mode warm --out o --seconds soon",
        "--tasks t --mode warm --out o --seconds 0",
        "--tasks t --mode warm --out",
        "--tasks t --mode warm --out o --forks 2"
      })
  void wrongArgumentsAreReported(String line) {
    assertThrows(IllegalArgumentException.class, () -> Arguments.of(line.split(" ")));
  }

  private List<String> found(String pattern) throws IOException {
    Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(out));
    return matcher.results().map(match -> match.group(1)).toList();
  }

  /** The number of samples of each fork. */
  private List<Integer> samples() throws IOException {
    return found("(?s)\"ns/op\",\\s+\"rawData\" : \\[\\s*\\[(.*?)\\]").stream()
        .map(values -> values.split(",").length)
        .toList();
  }
}
