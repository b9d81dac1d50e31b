package wirebed.echo;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import wirebed.peer.TaskFailure;

/** The request of a client, as a line of text: {@code <format>/<library> <message> [k=v]…}. */
public record Request(String codec, String message, Map<String, String> options) {
  /** In bytes, as in the other languages. */
  public static final int LONGEST_LINE = 4096;

  /** A malformed line is not supported, and neither is one that is too long. */
  public static Request parse(String line) {
    if (line.getBytes(StandardCharsets.UTF_8).length > LONGEST_LINE) {
      throw TaskFailure.unsupported("what is asked for has more than " + LONGEST_LINE + " bytes");
    }
    String[] words = line.split(" ", -1);
    if (words.length < 2 || words[0].isEmpty() || words[1].isEmpty()) {
      throw TaskFailure.unsupported("no codec and message in the request: " + shortened(line));
    }
    Map<String, String> options = new TreeMap<>();
    for (int i = 2; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      if (equals <= 0) {
        throw TaskFailure.unsupported("no option <name>=<value>: " + shortened(words[i]));
      }
      options.put(words[i].substring(0, equals), words[i].substring(equals + 1));
    }
    return new Request(words[0], words[1], options);
  }

  public String line() {
    StringBuilder line = new StringBuilder(codec).append(' ').append(message);
    new TreeMap<>(options).forEach((name, value) -> line.append(' ' + name + '=' + value));
    return line.toString();
  }

  private static String shortened(String text) {
    return text.length() <= 100 ? text : text.substring(0, 100) + "…";
  }
}
