package wirebed.peer;

import java.util.ArrayList;
import java.util.List;
import wirebed.codec.About;
import wirebed.protocol.By;
import wirebed.protocol.Manner;
import wirebed.protocol.Stage;

/**
 * How a task failed, and whose code refused (proto/wirebed/README.md, "Failures"). It looks at the
 * stack of an error that was thrown, so a task that succeeds does not pay for it.
 */
final class Failures {
  /** The names of the classes of this bed. A library has no such names. */
  private static final String BED = "wirebed.";

  /** A library may build a chain of causes that ends nowhere. */
  private static final int LONGEST_CHAIN = 100;

  record Origin(Manner manner, By by) {}

  private Failures() {}

  /** Of an error that no codec is asked about: only whether it may end otherwise another time. */
  static Origin ofPeer(Throwable error) {
    Manner manner = isExhausted(chain(error)) ? Manner.EXHAUSTED : Manner.MANNER_UNSPECIFIED;
    return new Origin(manner, By.BY_UNSPECIFIED);
  }

  /** The manner in which a task failed at a stage, and by whom. */
  static Origin judged(Stage stage, Throwable error, About codec) {
    List<Throwable> chain = chain(error);
    boolean exhausted = isExhausted(chain);
    By by = by(chain, exhausted, stage, codec);
    return new Origin(manner(error, exhausted, by, codec), by);
  }

  /**
   * Whether the JVM could not link code with the version of a library that it was not compiled
   * with. It says so at the first use of what is missing. An InstantiationError is no sign of that:
   * the JDK throws it where a stream names an abstract class (ObjectStreamClass.newInstance).
   */
  static boolean isUnlinked(Throwable error) {
    return chain(error).stream().anyMatch(Failures::isOfLinking);
  }

  private static boolean isOfLinking(Throwable error) {
    return error instanceof IncompatibleClassChangeError && !(error instanceof InstantiationError);
  }

  /** What the JVM says of an error of linking: the innermost cause says what is missing. */
  static String words(Throwable error) {
    List<Throwable> chain = chain(error);
    return About.NONE.settled(chain.get(chain.size() - 1).toString());
  }

  private static Manner manner(Throwable error, boolean exhausted, By by, About codec) {
    if (exhausted) {
      return Manner.EXHAUSTED;
    }
    if (by == By.CAST) {
      return Manner.UNTYPED;
    }
    // The bed has no class of errors but for refusals.
    boolean typed = isOfBed(error.getClass().getName()) || codec.isTyped(error);
    return typed ? Manner.TYPED : Manner.UNTYPED;
  }

  private static By by(List<Throwable> chain, boolean exhausted, Stage stage, About codec) {
    if (stage == Stage.USE) {
      return By.CAST;
    }
    if (stage == Stage.BUILD || codec.libraryPackages().isEmpty()) {
      return By.CODEC;
    }
    return exhausted ? anywhere(chain, codec) : first(chain.get(chain.size() - 1), codec);
  }

  /** The first frame of the library or of the bed decides, and frames of other code do not. */
  private static By first(Throwable error, About codec) {
    for (StackTraceElement frame : error.getStackTrace()) {
      if (codec.owns(frame.getClassName())) {
        return By.LIBRARY;
      }
      if (isOfBed(frame.getClassName())) {
        return By.CODEC;
      }
    }
    // The library has made this error without a stack: every other stack ends in the bed.
    return isOfBed(error.getClass().getName()) ? By.CODEC : By.LIBRARY;
  }

  /** The frame in which memory or stack ended is chance, so one of the library is enough. */
  private static By anywhere(List<Throwable> chain, About codec) {
    boolean seen = false;
    for (Throwable error : chain) {
      for (StackTraceElement frame : error.getStackTrace()) {
        if (codec.owns(frame.getClassName())) {
          return By.LIBRARY;
        }
        seen = true;
      }
    }
    // The JVM's own OutOfMemoryError may have no stack.
    return seen ? By.CODEC : By.LIBRARY;
  }

  private static boolean isOfBed(String className) {
    return className.startsWith(BED);
  }

  /**
   * Whether memory or stack ran out, also where a library wraps that in an exception of its own.
   */
  private static boolean isExhausted(List<Throwable> chain) {
    return chain.stream().anyMatch(VirtualMachineError.class::isInstance);
  }

  /** The error and its causes, the innermost last. */
  private static List<Throwable> chain(Throwable error) {
    List<Throwable> chain = new ArrayList<>();
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      chain.add(cause);
      if (chain.size() == LONGEST_CHAIN) {
        break;
      }
    }
    return chain;
  }
}
