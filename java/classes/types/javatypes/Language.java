package javatypes;

import java.io.Serializable;
import java.util.Locale;

/** A locale. */
public class Language implements Serializable {
  private static final long serialVersionUID = 1L;

  public Locale locale;
}
