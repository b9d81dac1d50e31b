package wirebed.published;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Starts the programs as the runner does, one process each, with few rounds. The sizes and the
 * texts are those of the articles; the times are not checked.
 */
class PublishedTest {
  private static final Path BUILD = Path.of(System.getProperty("wirebed.build"));
  private static final Path OUTPUTS = BUILD.resolveSibling("fixtures/claims/outputs");

  @TempDir Path folder;

  /** The exit code, and then the lines of standard output or, of a failure, of standard error. */
  private List<String> run(String... words) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(
        "-Djavax.xml.stream.XMLInputFactory=com.sun.xml.internal.stream.XMLInputFactoryImpl");
    command.add("-cp");
    command.add(BUILD + "/trees/interop/java-published/classes:" + BUILD + "/java/lib/*");
    command.add("wirebed.published.Published");
    command.addAll(List.of(words));
    Path out = folder.resolve("out");
    Path error = folder.resolve("error");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(error.toFile())
            .start();
    assertTrue(process.waitFor(120, TimeUnit.SECONDS));
    List<String> lines = new ArrayList<>(List.of(String.valueOf(process.exitValue())));
    lines.addAll(Files.readAllLines(process.exitValue() == 0 ? out : error));
    return lines;
  }

  private List<String> measured(String words) throws Exception {
    List<String> lines = run(words.split(" "));
    assertEquals("0", lines.get(0), () -> String.join("\n", lines));
    return lines.subList(1, lines.size());
  }

  private static String value(List<String> lines, String key) {
    Pattern pattern = Pattern.compile("\"" + key + "\":(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|([^,}]+))");
    for (String line : lines) {
      Matcher found = pattern.matcher(line);
      if (found.find()) {
        return found.group(1) == null ? found.group(2) : found.group(1);
      }
    }
    throw new AssertionError("no " + key + " in " + lines);
  }

  @ParameterizedTest
  @CsvSource({
    "testobject java, 109",
    "testobject json, 26",
    "testobject protobuf, 9",
    "testobject bytebuffer, 22",
    "testobject unsafe, 22",
    "testobject copy, 0",
    "stock xstream, 1837",
    "stock gson, 899",
    "stock java, 941",
    "stock hessian, 567",
  })
  void theSizesAreThoseOfTheArticle(String program, int bytes) throws Exception {
    List<String> lines = measured(program + " loops=100 rounds=2");
    assertEquals(String.valueOf(bytes), value(lines, "bytes"));
    assertTrue(
        lines.get(0).matches(".*\"loops\":100,\"nanoseconds\":\\[\\d+,\\d+\\].*"), lines.get(0));
  }

  /** An article's page lost blanks and line breaks, so white space is not compared. */
  @ParameterizedTest
  @CsvSource({"xstream, xml", "gson, json", "java, java", "hessian, hessian"})
  void theTextAndTheFormAreThoseOfTheArticle(String system, String output) throws Exception {
    List<String> lines = measured("stock " + system + " loops=1");
    String text = value(lines, "read_back").replace("\\u000a", "");
    assertEquals(published(output + "_toString"), solid(text));
    assertEquals(published(output), solid(printed(value(lines, "form"), output)));
  }

  private static String published(String name) throws IOException {
    return solid(Files.readString(OUTPUTS.resolve("s2_" + name + ".txt")));
  }

  private static String solid(String text) {
    return text.replaceAll("(?U)\\s", "");
  }

  /**
   * As the articles print: of the binary forms the printable bytes as characters, others as hex.
   */
  private static String printed(String form, String output) {
    byte[] bytes = Base64.getDecoder().decode(form);
    if (output.equals("json")) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    if (output.equals("xml")) {
      // XStream spells the time zone and the time in it otherwise today.
      return zoned(new String(bytes, StandardCharsets.UTF_8));
    }
    StringBuilder text = new StringBuilder();
    for (byte one : bytes) {
      text.append(one >= 32 ? String.valueOf((char) one) : String.format(" %02x ", one));
    }
    return text.toString();
  }

  /** Dates in UTC as the article's, which are in New York's time. */
  private static String zoned(String xml) {
    return Pattern.compile("(\\d+-\\d+-\\d+) 1[45]:(\\d+:\\d+\\.\\d+) UTC")
        .matcher(xml)
        .replaceAll(date -> date.group(1) + " 10:" + date.group(2) + " " + zone(date.group(1)));
  }

  private static String zone(String day) {
    int month = Integer.parseInt(day.substring(5, 7));
    return month > 4 && month < 11 ? "EDT" : "EST";
  }

  /** The length of the packed numbers takes one byte up to 127. */
  @ParameterizedTest
  @CsvSource({
    "java, 190, 9",
    "java strings=distinct, 182, 17",
    "protobuf, 0, 14",
    "protobuf packed=yes, 2, 13",
    "protobuf build=inside, 0, 14",
    "protobuf packed=yes build=inside, 2, 13",
    "xstream, 140, 49",
    "xstream strings=distinct, 140, 49",
  })
  void theSizeOfATargetObjectIsLinear(String words, int constant, int each) throws Exception {
    List<String> lines = measured("target_object " + words + " to=120 step=20 rounds=2");
    assertEquals(5, lines.size());
    assertEquals(String.valueOf(constant + 100 * each), value(lines.subList(0, 1), "bytes"));
    assertEquals(String.valueOf(constant + 120 * each), value(lines.subList(1, 2), "bytes"));
  }

  /** Nothing is read before all has been written. */
  @Test
  void eachNumberOfElementsIsWrittenAndThenRead() throws Exception {
    List<String> lines = measured("target_object protobuf from=100 to=300 step=100 rounds=2");
    List<String> sizes =
        lines.stream()
            .filter(line -> line.contains("\"n\":"))
            .map(line -> value(List.of(line), "n") + " " + value(List.of(line), "operation"))
            .collect(Collectors.toList());
    List<String> expected = new ArrayList<>();
    for (String operation : List.of("serialize", "deserialize")) {
      for (int n = 100; n <= 300; n += 100) {
        expected.add(n + " " + operation);
      }
    }
    assertEquals(expected, sizes);
  }

  @ParameterizedTest
  @CsvSource({
    "a population=code",
    "b population=code file=no",
    "c comparison=outside",
    "d warm=1 rounds=2",
    "b jvm=own",
    "d jvm=own population=code",
  })
  void contactsComeBack(String words) throws Exception {
    List<String> lines = measured("contacts " + words + " count=100");
    assertEquals("100", value(lines, "n"));
    assertTrue(Integer.parseInt(value(lines, "bytes")) > 2000);
  }

  @Test
  void theFormsOfContactsDifferInTheirDescriptorAlone() throws Exception {
    int external = Integer.parseInt(value(measured("contacts c count=100"), "bytes"));
    int custom = Integer.parseInt(value(measured("contacts d count=100"), "bytes"));
    assertTrue(custom > external && custom < external + 100, external + " and " + custom);
  }

  /** The value of the account is written in two places. */
  @Test
  void theAccountIsThatOfTheCase() throws Exception {
    String form = value(measured("account java loops=1 rounds=1"), "form");
    Path golden = BUILD.resolveSibling("fixtures/golden/Account/typical/java-serial");
    try (Stream<Path> files = Files.list(golden)) {
      Path bytes = files.filter(path -> path.toString().endsWith(".bin")).findFirst().orElseThrow();
      assertArrayEquals(Files.readAllBytes(bytes), Base64.getDecoder().decode(form));
    }
  }

  @Test
  void anotherLocaleDataIsNotComparable() throws Exception {
    List<String> lines = measured("stock gson locale_data=CLDR loops=1");
    assertTrue(value(lines, "not_comparable").contains("COMPAT"));
    assertNotEquals("899", value(lines, "bytes"));
  }

  @Test
  void theLibraryIsThatOfTheJar() throws Exception {
    assertTrue(value(measured("stock hessian loops=1"), "library").startsWith("hessian-4."));
    assertTrue(value(measured("stock java loops=1"), "library").startsWith("JDK "));
  }

  @ParameterizedTest
  @CsvSource({
    "stock hessian loops=1 population=code, no such switch here: [population]",
    "stock csv, stock has no system csv",
    "stocks java, there is no program stocks",
    "contacts a file=maybe, file=maybe: yes or no",
  })
  void anErrorEndsTheProcess(String words, String message) throws Exception {
    List<String> lines = run(words.split(" "));
    assertEquals("1", lines.get(0));
    assertTrue(String.join("\n", lines).contains(message), () -> String.join("\n", lines));
    assertFalse(lines.get(1).startsWith("{"));
  }
}
