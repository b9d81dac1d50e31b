package wirebed.peer;

import com.google.protobuf.UninitializedMessageException;
import java.util.regex.Pattern;
import wirebed.protocol.Failure;
import wirebed.protocol.Result;
import wirebed.protocol.Stage;
import wirebed.protocol.Unsupported;
import wirebed.refusal.RefusedException;
import wirebed.refusal.UnsupportedException;
import wirebed.refusal.ViewException;

/** The failure of a task, with the side and the stage at which it happened. */
public final class TaskFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST_REASON = 400;
  // A library may build a chain of causes that ends nowhere.
  private static final int LONGEST_CHAIN = 100;
  // Identity hashes differ from run to run, but reports of equal runs must be equal.
  private static final Pattern IDENTITY = Pattern.compile("@[0-9a-f]{5,8}\\b");

  public enum Side {
    ENCODE,
    DECODE,
    CONNECTION,
    INTERNAL
  }

  public interface Step<T> {
    T run() throws Exception;
  }

  private final Side side;
  private final Stage stage;

  private TaskFailure(Side side, Stage stage, Throwable cause) {
    super(cause);
    this.side = side;
    this.stage = stage;
  }

  public static TaskFailure internal(Throwable cause) {
    return new TaskFailure(Side.INTERNAL, Stage.STAGE_UNSPECIFIED, cause);
  }

  /** For a codec, class or action that this peer does not have. */
  public static TaskFailure unsupported(String reason) {
    return internal(new UnsupportedException(reason));
  }

  /** Of an echo: no connection, no reply in time, or a reply that is none. */
  public static TaskFailure connection(Throwable cause) {
    return new TaskFailure(Side.CONNECTION, Stage.STAGE_UNSPECIFIED, cause);
  }

  public static <T> T attempt(Side side, Stage stage, Step<T> step) {
    try {
      return step.run();
    } catch (ViewException | RefusedException e) {
      throw new TaskFailure(side, Stage.BUILD, e);
    } catch (UninitializedMessageException e) {
      throw new TaskFailure(side, Stage.REQUIRED_CHECK, e);
    } catch (Throwable e) {
      throw new TaskFailure(side, stage, e);
    }
  }

  public void into(Result.Builder result) {
    Throwable cause = getCause();
    if (cause instanceof UnsupportedException) {
      result.setUnsupported(Unsupported.newBuilder().setReason(cause.getMessage()));
      return;
    }
    Failure.Builder failure =
        Failure.newBuilder().setStage(stage).setType(cause.getClass().getName());
    failure.setReason(reason(cause)).setExhausted(isExhausted(cause));
    switch (side) {
      case ENCODE -> result.setEncodeError(failure);
      case DECODE -> result.setDecodeError(failure);
      case CONNECTION -> result.setConnectionError(failure);
      case INTERNAL -> result.setInternalError(failure);
    }
  }

  /**
   * Whether memory or stack ran out, also where a library wraps that in an exception of its own.
   */
  private static boolean isExhausted(Throwable cause) {
    Throwable one = cause;
    for (int depth = 0; one != null && depth < LONGEST_CHAIN; depth++) {
      if (one instanceof VirtualMachineError) {
        return true;
      }
      one = one.getCause();
    }
    return false;
  }

  /** The library's own message, or that of the exception that it wraps. */
  private static String reason(Throwable cause) {
    Throwable speaker = cause;
    while (speaker.getMessage() == null && speaker.getCause() != null) {
      speaker = speaker.getCause();
    }
    String message = speaker.getMessage() == null ? "" : speaker.getMessage();
    String reason = IDENTITY.matcher(message).replaceAll("");
    return reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "…";
  }
}
