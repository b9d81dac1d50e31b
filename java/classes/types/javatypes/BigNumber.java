package javatypes;

import java.io.Serializable;
import java.math.BigInteger;

/** An integer of any size. */
public class BigNumber implements Serializable {
  private static final long serialVersionUID = 1L;

  public BigInteger value;
}
