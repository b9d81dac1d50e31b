package evolution.classes;

import java.io.Serializable;

/** The new version adds two fields with initializers. */
public class J01Initializer implements Serializable {
  private static final long serialVersionUID = 1L;

  public int kept;
}
