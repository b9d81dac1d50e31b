package wirebed.echo;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import wirebed.peer.TaskFailure;
import wirebed.protocol.Failure;
import wirebed.protocol.Result;

/** The answer of a server that has no value for a payload. */
public final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;

  private final byte[] wire;

  private Refusal(byte[] wire) {
    super(null, null, false, false); // garbage is refused often, and nobody reads the stack
    this.wire = wire;
  }

  public static Refusal of(TaskFailure failure) {
    Result.Builder result = Result.newBuilder();
    failure.into(result);
    return new Refusal(result.build().toByteArray());
  }

  /** After which the server closes the connection. */
  public static Refusal ofConnection(String reason) {
    Failure.Builder failure = Failure.newBuilder().setReason(reason);
    return new Refusal(Result.newBuilder().setConnectionError(failure).build().toByteArray());
  }

  /** A refusal as a server sent it; bytes that are none are an IOException. */
  public static Refusal parse(byte[] wire) throws IOException {
    try {
      Result.parseFrom(wire);
      return new Refusal(wire);
    } catch (InvalidProtocolBufferException e) {
      throw new IOException("the server's refusal is no wirebed.Result", e);
    }
  }

  public static Refusal parse(ByteString wire) throws IOException {
    return parse(wire.toByteArray());
  }

  public Result result() {
    try {
      return Result.parseFrom(wire);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(e); // it was one
    }
  }

  /** The bytes of the result. */
  public byte[] wire() {
    return wire;
  }
}
