package javatypes;

import java.io.Serializable;
import java.util.Properties;

/** Properties, which may have defaults. */
public class Settings implements Serializable {
  private static final long serialVersionUID = 1L;

  public Properties properties;
}
