package javatypes;

import java.io.Serializable;
import java.util.Map;

/** Maps by the type of their keys. */
public class Keys implements Serializable {
  private static final long serialVersionUID = 1L;

  public Map<Integer, String> integers;
  public Map<Long, String> longs;
  public Map<Boolean, String> flags;
  public Map<Color, String> constants;
}
