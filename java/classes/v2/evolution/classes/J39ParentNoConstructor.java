package evolution.classes;

import java.io.Serializable;

/**
 * The parent of a Serializable class loses its constructor without arguments. The parent itself is
 * not Serializable.
 */
public class J39ParentNoConstructor extends J39Parent implements Serializable {
  private static final long serialVersionUID = 1L;

  public int kept;

  public J39ParentNoConstructor() {
    super(42);
  }
}
