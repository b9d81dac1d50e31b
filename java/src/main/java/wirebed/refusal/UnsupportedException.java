package wirebed.refusal;

/** The format, library or language cannot carry this by design. */
public final class UnsupportedException extends Exception {
  private static final long serialVersionUID = 1L;

  public UnsupportedException(String reason) {
    super(reason);
  }
}
