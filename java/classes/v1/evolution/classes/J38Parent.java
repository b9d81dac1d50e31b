package evolution.classes;

/** Its fields are nobody's to write; its constructor runs when an object is read. */
public class J38Parent {
  public int inherited = 42;
}
