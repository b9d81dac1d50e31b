package wirebed.codec;

import java.io.Serial;

/**
 * What a step that fails leaves with the user of its library (proto/wirebed/README.md, "What is
 * left"): the bean, message or builder that a reader has begun to fill, or the stream that a writer
 * has begun to write to. It is among the suppressed exceptions of the error.
 */
public final class HalfDone extends Throwable {
  @Serial private static final long serialVersionUID = 1L;

  private final transient Object held;

  private HalfDone(Object held) {
    super("half done", null, false, false);
    this.held = held;
  }

  /**
   * Says with the error what the user holds.
   *
   * @param held a ByteArrayOutputStream is the output of a writer; null is nothing
   */
  public static void leave(Exception error, Object held) {
    if (held != null) {
      error.addSuppressed(new HalfDone(held));
    }
  }

  /** What the user holds after this error; null if that is nothing. */
  public static Object heldAfter(Throwable error) {
    Object held = null;
    for (Throwable one : error.getSuppressed()) {
      // A library may throw one error twice: the last one counts.
      held = one instanceof HalfDone half ? half.held : held;
    }
    return held;
  }
}
