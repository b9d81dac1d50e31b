package wirebed.echo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The options of a server.
 *
 * @param maxMessage the longest payload that is read
 * @param idle seconds until the next payload of a connection is there, and the reply to it is taken
 */
public record Settings(
    String bind, int port, List<String> transports, int maxMessage, double idle) {
  /** The longest payload unless an option says something else; a client takes no longer ones. */
  public static final int MAX_MESSAGE = 16 << 20;

  /** How many connections a listener has at a time; more are closed at once. */
  public static final int MOST_CONNECTIONS = 2_000;

  static final String USAGE =
      "[--bind ADDRESS] [--port N] [--transports A,B] [--max-message BYTES]" + " [--idle SECONDS]";

  private static final Set<String> OPTIONS =
      Set.of("--bind", "--port", "--transports", "--max-message", "--idle");

  /** Throws IllegalArgumentException with the reason. */
  public static Settings of(Set<String> transports, String... words) {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i < words.length; i += 2) {
      if (!OPTIONS.contains(words[i])) {
        throw new IllegalArgumentException("unknown argument " + words[i]);
      }
      if (i + 1 == words.length) {
        throw new IllegalArgumentException(words[i] + " has no value");
      }
      options.put(words[i], words[i + 1]);
    }
    List<String> chosen = new ArrayList<>(transports);
    if (options.containsKey("--transports")) {
      chosen = List.of(options.get("--transports").split(","));
      for (String one : chosen) {
        if (!transports.contains(one)) {
          throw new IllegalArgumentException("no transport " + one + ", only " + transports);
        }
      }
    }
    return new Settings(
        options.getOrDefault("--bind", "127.0.0.1"),
        whole(options, "--port", 0, 0, 65_535),
        List.copyOf(chosen),
        whole(options, "--max-message", MAX_MESSAGE, 1, 1 << 30),
        seconds(options, "--idle", 60));
  }

  private static int whole(
      Map<String, String> options, String name, int otherwise, int least, int most) {
    double value = number(options, name, otherwise);
    if (!(value >= least && value <= most && value == Math.rint(value))) {
      throw new IllegalArgumentException(name + " is from " + least + " to " + most);
    }
    return (int) value;
  }

  private static double seconds(Map<String, String> options, String name, double otherwise) {
    double value = number(options, name, otherwise);
    if (!(value > 0 && value <= 86_400)) {
      throw new IllegalArgumentException(name + " is more than 0 and at most a day");
    }
    return value;
  }

  private static double number(Map<String, String> options, String name, double otherwise) {
    try {
      return options.containsKey(name) ? Double.parseDouble(options.get(name)) : otherwise;
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " is a number");
    }
  }
}
