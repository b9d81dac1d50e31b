package javatypes;

import java.io.Serializable;
import java.util.LinkedList;
import java.util.List;

/** Lists that are no ArrayList: of any class, and declared as LinkedList. */
public class Lists implements Serializable {
  private static final long serialVersionUID = 1L;

  public List<String> list;
  public LinkedList<String> linked;
}
