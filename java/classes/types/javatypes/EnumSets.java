package javatypes;

import java.io.Serializable;
import java.util.EnumSet;
import java.util.Set;

/** Sets of constants. */
public class EnumSets implements Serializable {
  private static final long serialVersionUID = 1L;

  public EnumSet<Color> enumSet;
  public Set<Color> set;
}
