package wirebed.legacy;

import net.sf.json.JSONException;

/**
 * Refuses JSON that is nested deeper than 300 objects and arrays. Json-Lib has no limit. It copies
 * what an object holds once for each object around it, so the time grows with the cube of the
 * depth: 256 objects take about a second, 500 take five, and 1,001 take more than half a minute.
 */
final class DepthLimit {
  private static final int DEEPEST = 300;

  private DepthLimit() {}

  /** The text itself. Both quotes of Json-Lib begin a text. */
  static String checked(String json) {
    int depth = 0;
    char quote = 0;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (quote != 0) {
        if (c == '\\') {
          i++;
        } else if (c == quote) {
          quote = 0;
        }
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '}' || c == ']') {
        depth--;
      } else if ((c == '{' || c == '[') && ++depth > DEEPEST) {
        throw new JSONException("more than " + DEEPEST + " objects and arrays inside each other");
      }
    }
    return json;
  }
}
