package javatypes;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Maps that keep an order, declared by interface and by class. */
public class Maps implements Serializable {
  private static final long serialVersionUID = 1L;

  public Map<String, Integer> linked;
  public LinkedHashMap<String, Integer> declaredLinked;
  public Map<String, Integer> sorted;
  public TreeMap<String, Integer> declaredSorted;
}
