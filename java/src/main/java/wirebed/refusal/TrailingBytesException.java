package wirebed.refusal;

import java.io.IOException;

/** A library stopped before the end of its input without an error, so the codec refuses it. */
public final class TrailingBytesException extends IOException {
  private static final long serialVersionUID = 1L;

  public TrailingBytesException() {
    super("trailing bytes after the value");
  }
}
