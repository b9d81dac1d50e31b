package wirebed.raw;

/** The JDK reads a decimal in time that grows with the square of its length: what is too long. */
public final class DecimalText {
  /** Less than a second; ten times as many took a minute. */
  private static final int MOST = 100_000;

  private DecimalText() {}

  /** The text itself. */
  public static String checked(String text) {
    if (text != null && text.length() > MOST) {
      throw new NumberFormatException("a decimal of " + text.length() + " characters is too long");
    }
    return text;
  }
}
