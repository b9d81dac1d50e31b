package wirebed.codec;

import java.util.Map;

/**
 * Whether a case asks for Hessian's message envelope (startMessage, completeMessage) around the
 * value.
 */
final class Envelope {
  private Envelope() {}

  static boolean wanted(Map<String, String> options) {
    return "message".equals(options.get("envelope"));
  }

  /** How many bytes stand before the value: 70 02 00. */
  static int length(Map<String, String> options) {
    return wanted(options) ? 3 : 0;
  }
}
