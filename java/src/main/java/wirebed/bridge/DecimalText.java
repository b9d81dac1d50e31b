package wirebed.bridge;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses decimals as BigDecimal's constructor does. The constructor needs time that grows with the
 * square of the number of digits; this class cuts a long number in halves, and those again.
 */
public final class DecimalText {
  private static final Pattern PLAIN =
      Pattern.compile("([+-]?)([0-9]++)(?:\\.([0-9]*+))?([eE][+-]?[0-9]{1,10})?");

  /** Up to this number of digits, BigInteger's constructor is as fast as halves are. */
  private static final int AT_ONCE = 1_000;

  private DecimalText() {}

  /**
   * @throws Limits.TooLong if the text is longer than {@link Limits} allows
   * @throws NumberFormatException if the text is not a decimal
   */
  public static BigDecimal parse(String text) {
    Limits.decimal(text);
    Matcher parts = text.length() > AT_ONCE ? PLAIN.matcher(text) : null;
    if (parts == null || !parts.matches()) {
      return new BigDecimal(text);
    }
    String fraction = parts.group(3) == null ? "" : parts.group(3);
    String exponent = parts.group(4) == null ? "" : parts.group(4);
    // The constructor itself determines the scale, from a text without the digits.
    int scale = new BigDecimal("0." + "0".repeat(fraction.length()) + "0" + exponent).scale() - 1;
    String digits = parts.group(2) + fraction;
    BigInteger unscaled = integer(digits, 0, digits.length());
    return new BigDecimal(parts.group(1).equals("-") ? unscaled.negate() : unscaled, scale);
  }

  private static BigInteger integer(String digits, int from, int to) {
    int length = to - from;
    if (length <= AT_ONCE) {
      return new BigInteger(digits.substring(from, to));
    }
    int low = length / 2;
    BigInteger shift = BigInteger.TEN.pow(low);
    return integer(digits, from, to - low).multiply(shift).add(integer(digits, to - low, to));
  }
}
