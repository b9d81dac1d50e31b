package evolution.classes;

import java.io.Serializable;

/** A Serializable class loses its constructor without arguments. */
public class J36NoConstructor implements Serializable {
  private static final long serialVersionUID = 1L;

  public int kept;
}
