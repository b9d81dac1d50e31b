package evolution.classes;

/** Its field is not written, and its constructor runs when an object is read. */
public class J38Parent {
  public int inherited = 42;
}
