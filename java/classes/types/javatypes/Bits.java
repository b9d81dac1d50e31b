package javatypes;

import java.io.Serializable;
import java.util.BitSet;

/** A set of bits. */
public class Bits implements Serializable {
  private static final long serialVersionUID = 1L;

  public BitSet bits;
}
