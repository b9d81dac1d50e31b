package wirebed.refusal;

import java.io.Serial;

/**
 * The bean, message or builder that a reader has begun to fill for the user of its library, or the
 * stream that a writer has begun to write to (proto/wirebed/README.md, "What is left"). It is among
 * the suppressed exceptions of the error.
 */
public final class Held extends Throwable {
  @Serial private static final long serialVersionUID = 1L;

  private final transient Object held;

  private Held(Object held) {
    super("half done", null, false, false);
    this.held = held;
  }

  /**
   * Notes on an error of the library what its user holds.
   *
   * @param held a ByteArrayOutputStream is the output of a writer; null is nothing
   */
  public static void leave(Exception error, Object held) {
    if (held != null) {
      error.addSuppressed(new Held(held));
    }
  }

  /** Returns what the user holds after this error; null if that is nothing. */
  public static Object after(Throwable error) {
    Object held = null;
    for (Throwable suppressed : error.getSuppressed()) {
      // A library may throw one error twice: the last one counts.
      held = suppressed instanceof Held noted ? noted.held : held;
    }
    return held;
  }
}
