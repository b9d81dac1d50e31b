package wirebed.codec.jaxb;

import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import java.math.BigDecimal;
import wirebed.bridge.DecimalText;

/** Reads and writes a decimal as JAXB does by itself, but refuses one that would take minutes. */
final class DecimalAdapter extends XmlAdapter<String, BigDecimal> {
  private static final int MOST_PLACES = 1 << 20;

  @Override
  public BigDecimal unmarshal(String text) {
    String trimmed = text == null ? "" : text.trim();
    return trimmed.isEmpty() ? null : DecimalText.parse(trimmed);
  }

  @Override
  public String marshal(BigDecimal decimal) {
    if (decimal == null) {
      return null;
    }
    long exponent = decimal.precision() - 1L - decimal.scale();
    boolean written = decimal.scale() < 0 || exponent < -6;
    if (written && Math.abs(exponent) > MOST_PLACES) {
      throw new ArithmeticException(
          "xs:decimal has no exponent, and this is too long without: " + decimal);
    }
    return decimal.toPlainString();
  }
}
