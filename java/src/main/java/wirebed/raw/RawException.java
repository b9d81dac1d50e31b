package wirebed.raw;

/** Bytes that are no value of the class, or a value that the layout has no bytes for. */
public final class RawException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RawException(String reason) {
    super(reason);
  }
}
