package javatypes;

import java.io.Serializable;

/** Arrays of arrays, of boxes, of texts, of characters, and of anything. */
public class Arrays implements Serializable {
  private static final long serialVersionUID = 1L;

  public int[][] grid;
  public Integer[] boxed;
  public String[] texts;
  public char[] letters;
  public Object[] mixed;
}
