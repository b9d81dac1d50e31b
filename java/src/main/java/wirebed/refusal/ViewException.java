package wirebed.refusal;

/** The bytes are not a view, or not a view of this message (stage BUILD). */
public final class ViewException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ViewException(String reason, int offset) {
    super(reason + " at offset " + offset + " of the view");
  }
}
