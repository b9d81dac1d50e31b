package wirebed.refusal;

import java.io.IOException;

/** A library returned nothing where a stream ended before a message, so the codec refuses it. */
public final class EndOfStreamException extends IOException {
  private static final long serialVersionUID = 1L;

  public EndOfStreamException() {
    super("the stream ends before the message");
  }
}
