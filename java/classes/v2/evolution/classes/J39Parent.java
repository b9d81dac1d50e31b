package evolution.classes;

/** A parent that is not Serializable. */
public class J39Parent {
  public int inherited;

  public J39Parent(int inherited) {
    this.inherited = inherited;
  }
}
