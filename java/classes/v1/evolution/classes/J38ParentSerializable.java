package evolution.classes;

import java.io.Serializable;

/** The parent of a Serializable class becomes Serializable. */
public class J38ParentSerializable extends J38Parent implements Serializable {
  private static final long serialVersionUID = 1L;

  public int kept;
}
