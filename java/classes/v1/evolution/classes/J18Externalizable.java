package evolution.classes;

import java.io.Serializable;

/** A Serializable class becomes Externalizable. */
public class J18Externalizable implements Serializable {
  private static final long serialVersionUID = 1L;

  public int a;
  public int b;
}
