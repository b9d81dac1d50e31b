package wirebed.raw;

/** The bytes are not a value of the class, or the layout has no bytes for the value. */
public final class RawException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RawException(String reason) {
    super(reason);
  }
}
