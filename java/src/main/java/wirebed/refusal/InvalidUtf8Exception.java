package wirebed.refusal;

import java.nio.charset.CharacterCodingException;

/** A library takes text and no bytes, and what the codec was to decode for it is not UTF-8. */
public final class InvalidUtf8Exception extends CharacterCodingException {
  private static final long serialVersionUID = 1L;
  private final String reason;

  public InvalidUtf8Exception(CharacterCodingException error) {
    reason = "not UTF-8: " + error.getMessage();
  }

  @Override
  public String getMessage() {
    return reason;
  }
}
