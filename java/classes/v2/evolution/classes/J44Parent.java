package evolution.classes;

/** A parent that is not Serializable. */
public class J44Parent {
  public int inherited;

  public J44Parent(int inherited) {
    this.inherited = inherited;
  }
}
