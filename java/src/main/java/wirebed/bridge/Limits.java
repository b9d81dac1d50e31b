package wirebed.bridge;

/**
 * The lengths beyond which readers refuse a value, since the JDK or a library would need time that
 * grows with the square of the length. proto/SECURITY.md states them.
 */
public final class Limits {
  /** Characters of a decimal. */
  private static final int DECIMAL = 100_000;

  /**
   * Bytes of a BigInteger's magnitude: a number of this size has at most {@link #DECIMAL} digits.
   */
  private static final int MAGNITUDE = 41_524;

  /** Characters of a date. Its fraction of a second becomes a BigDecimal, its year a BigInteger. */
  private static final int DATE = 1_000;

  /** Digits of a number that a parser reads before it knows the type of its field. */
  private static final int NUMBER = 10_000;

  /** Different names of elements and attributes in a document. */
  private static final int NAMES = 2_000;

  /** Declarations of namespaces that are in scope at one place of a document. */
  private static final int DECLARATIONS = 1_000;

  /** The refusal of a value that is readable but for its length. */
  public static final class TooLong extends NumberFormatException {
    private static final long serialVersionUID = 1L;

    private TooLong(String what, int length, String unit, int most) {
      super(String.format("%s of %,d %s is too long: the limit is %,d", what, length, unit, most));
    }
  }

  private Limits() {}

  /** Returns the text, or throws {@link TooLong}. */
  public static String decimal(String text) {
    return checked("a decimal", text, DECIMAL);
  }

  /** Returns the text, or throws {@link TooLong}. */
  public static String date(String text) {
    return checked("a date", text, DATE);
  }

  /** Returns the bytes, or throws {@link TooLong}. */
  public static byte[] magnitude(byte[] bytes) {
    if (bytes.length > MAGNITUDE) {
      throw new TooLong("a BigInteger", bytes.length, "bytes", MAGNITUDE);
    }
    return bytes;
  }

  /** Throws {@link TooLong} if a number has too many digits. */
  public static void number(int digits) {
    if (digits > NUMBER) {
      throw new TooLong("a number", digits, "digits", NUMBER);
    }
  }

  /** Whether a document of this size is large enough: an element takes at least four bytes. */
  public static boolean mayHaveTooManyNames(int bytes) {
    return bytes > 4 * NAMES;
  }

  /** Throws {@link TooLong} if a document has too many different names. */
  public static void names(int count) {
    if (count > NAMES) {
      throw new TooLong("a document", count, "different names", NAMES);
    }
  }

  /** Whether a document of this size is large enough: a declaration takes at least ten bytes. */
  public static boolean mayHaveTooManyDeclarations(int bytes) {
    return bytes > 10 * DECLARATIONS;
  }

  /** Throws {@link TooLong} if too many declarations are in scope. */
  public static void declarations(int count) {
    if (count > DECLARATIONS) {
      throw new TooLong("a scope", count, "declarations of namespaces", DECLARATIONS);
    }
  }

  private static String checked(String what, String text, int most) {
    if (text != null && text.length() > most) {
      throw new TooLong(what, text.length(), "characters", most);
    }
    return text;
  }
}
