package wirebed.refusal;

/** The object cannot hold what the view says (stage BUILD). */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RefusedException(String reason) {
    super(reason);
  }
}
