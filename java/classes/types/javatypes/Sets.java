package javatypes;

import java.io.Serializable;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;

/** Sets that keep an order, declared by interface and by class. */
public class Sets implements Serializable {
  private static final long serialVersionUID = 1L;

  public Set<String> linked;
  public LinkedHashSet<String> declaredLinked;
  public Set<String> sorted;
  public TreeSet<String> declaredSorted;
}
