package javatypes;

/** A subclass. */
public class Child extends Parent {
  private static final long serialVersionUID = 1L;

  public int own;
}
