package wirebed.bridge;

/**
 * Finds numbers that are too long in a text before a parser reads it: the parsers make an integer
 * of any number of digits, whatever the type of the field.
 */
public final class NumberLimit {
  private NumberLimit() {}

  /**
   * Checks a text in protobuf's text format, and returns it. Digits in quotes or comments are not
   * numbers.
   *
   * @throws Limits.TooLong if a number has more digits than {@link Limits} allows
   */
  public static String ofTextFormat(String text) {
    int start = 0; // of the current word or number
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      if (isLetter(character) || isDigit(character)) {
        continue;
      }
      checkRun(text, start, at);
      if (character == '"' || character == '\'') {
        at = endOfQuote(text, at);
      } else if (character == '#') {
        int line = text.indexOf('\n', at);
        at = line < 0 ? text.length() : line;
      }
      start = at + 1;
    }
    checkRun(text, start, text.length());
    return text;
  }

  /**
   * Checks and returns a text for a parser that finds numbers in quotes, too.
   *
   * @throws Limits.TooLong if there are more digits in a row than {@link Limits} allows
   */
  public static String anywhere(String text) {
    int start = 0;
    for (int at = 0; at < text.length(); at++) {
      if (!isDigit(text.charAt(at))) {
        checkRun(text, start, at);
        start = at + 1;
      }
    }
    checkRun(text, start, text.length());
    return text;
  }

  private static void checkRun(String text, int start, int end) {
    if (start < end && isDigit(text.charAt(start))) {
      Limits.number(end - start);
    }
  }

  /** The index of the closing quote, or of the end of a text without one. */
  private static int endOfQuote(String text, int open) {
    for (int at = open + 1; at < text.length(); at++) {
      if (text.charAt(at) == '\\') {
        at++;
      } else if (text.charAt(at) == text.charAt(open) || text.charAt(at) == '\n') {
        return at;
      }
    }
    return text.length();
  }

  private static boolean isDigit(char character) {
    return character >= '0' && character <= '9';
  }

  private static boolean isLetter(char character) {
    return character >= 'a' && character <= 'z'
        || character >= 'A' && character <= 'Z'
        || character == '_';
  }
}
