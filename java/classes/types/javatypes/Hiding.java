package javatypes;

/** A class with a field that hides one of its parent. */
public class Hiding extends Hidden {
  private static final long serialVersionUID = 1L;

  public int value;
}
