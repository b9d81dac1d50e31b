package wirebed.codec.hessian;

import java.util.Map;

/**
 * Whether a case asks for Hessian's message envelope (startMessage, completeMessage) around the
 * value.
 */
public final class Envelope {
  private Envelope() {}

  public static boolean isRequested(Map<String, String> options) {
    return "message".equals(options.get("envelope"));
  }

  /** The number of bytes before the value; those of an envelope are 70 02 00. */
  public static int length(Map<String, String> options) {
    return isRequested(options) ? 3 : 0;
  }
}
