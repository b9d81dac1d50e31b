package wirebed.peer;

import com.google.protobuf.UninitializedMessageException;
import wirebed.codec.About;
import wirebed.protocol.By;
import wirebed.protocol.Failure;
import wirebed.protocol.Manner;
import wirebed.protocol.Result;
import wirebed.protocol.Stage;
import wirebed.protocol.Unsupported;
import wirebed.refusal.RefusedException;
import wirebed.refusal.UnsupportedException;
import wirebed.refusal.ViewException;

/** The failure of a task: where it happened, how it failed, and whose code refused. */
public final class TaskFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST_REASON = 400;

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
  final Manner manner;
  private final By by;
  transient wirebed.protocol.Left left; // null if nothing is left
  private final About codec;

  private TaskFailure(
      Side side, Stage stage, Failures.Origin origin, About codec, Throwable cause) {
    super(cause);
    this.side = side;
    this.stage = stage;
    this.codec = codec;
    manner = origin.manner();
    by = origin.by();
  }

  public static TaskFailure internal(Throwable cause) {
    return ofPeer(Side.INTERNAL, cause);
  }

  /** For a codec, class or action that this peer does not have. */
  public static TaskFailure unsupported(String reason) {
    return internal(new UnsupportedException(reason));
  }

  /** Of an echo: no connection, no reply in time, or a reply that is none. */
  public static TaskFailure connection(Throwable cause) {
    return ofPeer(Side.CONNECTION, cause);
  }

  private static TaskFailure ofPeer(Side side, Throwable cause) {
    return new TaskFailure(
        side, Stage.STAGE_UNSPECIFIED, Failures.ofPeer(cause), About.NONE, cause);
  }

  private static TaskFailure ofCodec(Side side, Stage stage, About codec, Throwable cause) {
    Failures.Origin origin = Failures.judged(stage, cause, codec);
    TaskFailure failure = new TaskFailure(side, stage, origin, codec, cause);
    if (side == Side.ENCODE) {
      Left.tellOutput(failure);
    }
    return failure;
  }

  /**
   * @param codec what the codec says of itself
   */
  public static <T> T attempt(Side side, Stage stage, About codec, Step<T> step) {
    try {
      return step.run();
    } catch (ViewException | RefusedException e) {
      throw ofCodec(side, Stage.BUILD, codec, e);
    } catch (UninitializedMessageException e) {
      throw ofCodec(side, Stage.REQUIRED_CHECK, codec, e);
    } catch (Throwable e) {
      throw ofCodec(side, stage, codec, e);
    }
  }

  public void into(Result.Builder result) {
    Throwable cause = getCause();
    String lacking = lacking(cause);
    if (lacking != null) {
      result.setUnsupported(Unsupported.newBuilder().setReason(lacking));
      return;
    }
    Failure.Builder failure =
        Failure.newBuilder().setStage(stage).setType(cause.getClass().getName());
    failure.setReason(reason(cause)).setManner(manner).setBy(by);
    if (left != null) {
      failure.setLeft(left);
    }
    switch (side) {
      case ENCODE -> result.setEncodeError(failure);
      case DECODE -> result.setDecodeError(failure);
      case CONNECTION -> result.setConnectionError(failure);
      case INTERNAL -> result.setInternalError(failure);
    }
  }

  /** What this peer or its library does not have; null if it is something else that failed. */
  private static String lacking(Throwable cause) {
    if (cause instanceof UnsupportedException) {
      return cause.getMessage();
    }
    return Failures.isUnlinked(cause) ? Failures.words(cause) : null;
  }

  /** The library's own message, or that of the exception that it wraps. */
  private String reason(Throwable cause) {
    Throwable speaker = cause;
    while (speaker.getMessage() == null && speaker.getCause() != null) {
      speaker = speaker.getCause();
    }
    String message = speaker.getMessage() == null ? "" : speaker.getMessage();
    String reason = codec.settled(message);
    return reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "…";
  }
}
