package evolution.classes;

import java.io.Serializable;
import java.util.List;

/** The elements of lists get another class. */
public class J42ListElements implements Serializable {
  private static final long serialVersionUID = 1L;

  public List<Long> counts;
  public List<String> names;
}
