package wirebed.published;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The settings of a program, {@code name=value}. The default of each is what the article has. */
final class Switches {
  private final Map<String, String> given = new HashMap<>();
  private final Map<String, String> taken = new TreeMap<>();

  /** Takes the words of the command line behind the program and its system. */
  Switches(String... words) {
    for (String word : Arrays.asList(words).subList(2, words.length)) {
      int equals = word.indexOf('=');
      if (equals < 0 || given.put(word.substring(0, equals), word.substring(equals + 1)) != null) {
        throw new IllegalArgumentException(word + " is no name=value, or its name is there twice");
      }
    }
  }

  String text(String name, String published) {
    String value = given.getOrDefault(name, published);
    taken.put(name, value);
    return value;
  }

  /** One of several words, of which the first is the default. */
  String word(String name, String... words) {
    String value = text(name, words[0]);
    if (!Arrays.asList(words).contains(value)) {
      throw new IllegalArgumentException(name + "=" + value + ": " + String.join(" or ", words));
    }
    return value;
  }

  int number(String name, int published) {
    return Integer.parseInt(text(name, String.valueOf(published)));
  }

  /** Refuses switches that nobody has asked for. */
  void finish() {
    given.keySet().removeAll(taken.keySet());
    if (!given.isEmpty()) {
      throw new IllegalArgumentException("no such switch here: " + given.keySet());
    }
  }

  Map<String, String> all() {
    return Collections.unmodifiableMap(taken);
  }
}
