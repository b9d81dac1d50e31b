package javatypes;

import java.io.Serializable;
import java.util.List;

/** A list of anything. */
public class Objects implements Serializable {
  private static final long serialVersionUID = 1L;

  public List<Object> items;
}
