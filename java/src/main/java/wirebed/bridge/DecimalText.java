package wirebed.bridge;

/** The JDK reads a decimal in time that grows with the square of its length: what is too long. */
public final class DecimalText {
  /** Less than a second; ten times as many took a minute. */
  private static final int MOST = 100_000;

  /** What is refused here, and not by BigDecimal. */
  public static final class TooLong extends NumberFormatException {
    private static final long serialVersionUID = 1L;

    private TooLong(int length) {
      super("a decimal of " + length + " characters is too long");
    }
  }

  private DecimalText() {}

  /** The text itself. */
  public static String checked(String text) {
    if (text != null && text.length() > MOST) {
      throw new TooLong(text.length());
    }
    return text;
  }
}
