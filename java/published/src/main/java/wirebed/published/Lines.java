package wirebed.published;

import static java.util.stream.Collectors.joining;

import java.io.PrintStream;
import java.net.URL;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;

/**
 * The output of a program: a JSON object for each line. It is written by hand, so that no library
 * for JSON is loaded, and made warm, that a program measures.
 */
final class Lines {
  private final PrintStream out;
  private final String begin;

  Lines(PrintStream out, String seed, String program, String system, Switches switches) {
    this.out = out;
    this.begin =
        "{\"seed\":"
            + text(seed)
            + ",\"program\":"
            + text(program)
            + ",\"system\":"
            + text(system)
            + ",\"switches\":"
            + object(switches.all());
  }

  /**
   * The nanoseconds of each timed round.
   *
   * @param n the number of elements of the value
   * @param loops the operations of one round
   * @param more of {@code form} or {@code notComparable}, or ""
   */
  void times(String operation, int n, int loops, long[] nanoseconds, int bytes, String more) {
    String times = Arrays.stream(nanoseconds).mapToObj(Long::toString).collect(joining(","));
    line(
        ",\"operation\":"
            + text(operation)
            + ",\"n\":"
            + n
            + ",\"loops\":"
            + loops
            + ",\"nanoseconds\":["
            + times
            + "],\"bytes\":"
            + bytes
            + more);
  }

  /** The bytes of the value, and what the program of the article prints once it has read them. */
  static String form(byte[] form, boolean isText, String readBack) {
    return ",\"form\":"
        + text(Base64.getEncoder().encodeToString(form))
        + ",\"form_is_text\":"
        + isText
        + ",\"read_back\":"
        + text(readBack);
  }

  /** Why the bytes of this process are not comparable with those of the article. */
  static String notComparable(String why) {
    return ",\"not_comparable\":" + text(why);
  }

  /** The runtime and the library, as they are loaded. */
  void about(Class<?> library) {
    String runtime = System.getProperty("java.vm.name") + " " + Runtime.version();
    line(",\"runtime\":" + text(runtime) + ",\"library\":" + text(jar(library)));
  }

  /** The name of its jar, since manifests are no authority; the runtime for a class of the JDK. */
  private static String jar(Class<?> library) {
    if (library.getClassLoader() != Lines.class.getClassLoader()) {
      return "JDK " + Runtime.version().feature();
    }
    URL place = library.getProtectionDomain().getCodeSource().getLocation();
    String path = place.getPath();
    return path.endsWith(".jar")
        ? path.substring(path.lastIndexOf('/') + 1, path.length() - 4)
        : "";
  }

  private void line(String rest) {
    out.print(begin + rest + "}\n");
    out.flush();
  }

  private static String object(Map<String, String> map) {
    return map.entrySet().stream()
        .map(entry -> text(entry.getKey()) + ":" + text(entry.getValue()))
        .collect(joining(",", "{", "}"));
  }

  private static String text(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char one : text.toCharArray()) {
      if (one == '"' || one == '\\') {
        quoted.append('\\').append(one);
      } else if (one < ' ' || one > '~') {
        quoted.append(String.format("\\u%04x", (int) one));
      } else {
        quoted.append(one);
      }
    }
    return quoted.append('"').toString();
  }
}
