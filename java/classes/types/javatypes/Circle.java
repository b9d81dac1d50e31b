package javatypes;

/** A class that implements an interface. */
public class Circle implements Shape {
  private static final long serialVersionUID = 1L;

  public int radius;
}
