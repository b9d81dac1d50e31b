package evolution.classes;

/** A parent that is not Serializable. */
public class J39Parent {
  public int inherited = 42;
}
