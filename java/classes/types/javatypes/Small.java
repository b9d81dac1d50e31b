package javatypes;

import java.io.Serializable;

/** Integers of fewer bits than an int, and a char. */
public class Small implements Serializable {
  private static final long serialVersionUID = 1L;

  public byte small;
  public short middle;
  public char letter;
  public Byte boxedSmall;
  public Short boxedMiddle;
  public Character boxedLetter;
}
