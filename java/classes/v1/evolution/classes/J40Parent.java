package evolution.classes;

/** A parent that is not Serializable. */
public class J40Parent {
  public int inherited = 42;
}
