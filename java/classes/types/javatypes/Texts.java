package javatypes;

import java.io.Serializable;
import java.util.Currency;

/** Objects that are texts to a reader: a currency, and texts that are being built. */
public class Texts implements Serializable {
  private static final long serialVersionUID = 1L;

  public Currency currency;
  public StringBuilder builder;
  public StringBuffer buffer;
}
