package javatypes;

import java.io.Serializable;
import java.util.Optional;
import java.util.OptionalInt;

/** Values that may be absent. Optional is not Serializable. */
public class Optionals implements Serializable {
  private static final long serialVersionUID = 1L;

  public Optional<String> text;
  public OptionalInt number;
}
