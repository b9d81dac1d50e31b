package javatypes;

/** Some constants. */
public enum Color {
  RED,
  GREEN,
  BLUE
}
