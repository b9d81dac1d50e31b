package wirebed.bench;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The command line of a benchmark program (proto/wirebed/README.md).
 *
 * @param only the ids of the tasks to run; empty for all
 * @param seconds about how long to measure each task
 */
record Arguments(Path tasks, Mode mode, Path out, Set<String> only, double seconds) {
  static final String USAGE =
      "usage: --tasks FILE --mode probe|warm|cold|bytes|stacks --out FILE [--only ID,ID…]"
          + " [--seconds S]";

  enum Mode {
    PROBE,
    WARM,
    COLD,
    BYTES,
    STACKS
  }

  /** Throws IllegalArgumentException with the reason. */
  static Arguments of(String... words) {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i < words.length; i += 2) {
      if (!Set.of("--tasks", "--mode", "--out", "--only", "--seconds").contains(words[i])) {
        throw new IllegalArgumentException("unknown argument " + words[i]);
      }
      if (i + 1 == words.length) {
        throw new IllegalArgumentException(words[i] + " has no value");
      }
      options.put(words[i], words[i + 1]);
    }
    Set<String> only =
        options.containsKey("--only")
            ? new HashSet<>(List.of(options.get("--only").split(",")))
            : Set.of();
    return new Arguments(
        Path.of(needed(options, "--tasks")),
        mode(needed(options, "--mode")),
        Path.of(needed(options, "--out")),
        only,
        seconds(options.getOrDefault("--seconds", "1")));
  }

  private static String needed(Map<String, String> options, String name) {
    String value = options.get(name);
    if (value == null) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return value;
  }

  private static Mode mode(String word) {
    for (Mode mode : Mode.values()) {
      if (mode.name().toLowerCase().equals(word)) {
        return mode;
      }
    }
    throw new IllegalArgumentException("no mode: " + word);
  }

  private static double seconds(String word) {
    double seconds;
    try {
      seconds = Double.parseDouble(word);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("no number of seconds: " + word);
    }
    if (!(seconds > 0 && seconds < 86_400)) {
      throw new IllegalArgumentException("not that many seconds: " + word);
    }
    return seconds;
  }
}
