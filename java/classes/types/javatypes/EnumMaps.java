package javatypes;

import java.io.Serializable;
import java.util.EnumMap;
import java.util.Map;

/** Maps whose keys are constants. */
public class EnumMaps implements Serializable {
  private static final long serialVersionUID = 1L;

  public EnumMap<Color, Integer> enumMap;
  public Map<Color, Integer> map;
}
