package wirebed.echo.transport;

import com.google.protobuf.UnsafeByteOperations;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import wirebed.echo.Echoers;
import wirebed.echo.Refusal;
import wirebed.protocol.EchoReply;
import wirebed.protocol.EchoServiceGrpc;
import wirebed.protocol.Payload;

/** The service of echo.proto. */
final class GrpcService extends EchoServiceGrpc.EchoServiceImplBase {
  /** The request of the client of the call. */
  static final Context.Key<String> LINE = Context.key("wirebed-echo");

  private final Echoers echoers;
  private final int longest;

  GrpcService(Echoers echoers, int longest) {
    this.echoers = echoers;
    this.longest = longest;
  }

  @Override
  public void one(Payload payload, StreamObserver<EchoReply> replies) {
    if (answer(payload, replies)) {
      replies.onCompleted();
    }
  }

  /** Takes a payload when the client has taken the reply before. */
  @Override
  public StreamObserver<Payload> many(StreamObserver<EchoReply> observer) {
    ServerCallStreamObserver<EchoReply> replies = (ServerCallStreamObserver<EchoReply>) observer;
    boolean[] owed = {true}; // the request for the next payload
    Runnable next =
        () -> {
          if (owed[0] && replies.isReady()) {
            owed[0] = false;
            replies.request(1);
          }
        };
    replies.disableAutoRequest();
    replies.setOnReadyHandler(next);
    return new StreamObserver<>() {
      @Override
      public void onNext(Payload payload) {
        if (answer(payload, replies)) {
          owed[0] = true;
          next.run();
        }
      }

      @Override
      public void onError(Throwable cancelled) {
        // Nobody waits for a reply.
      }

      @Override
      public void onCompleted() {
        replies.onCompleted();
      }
    };
  }

  /** Whether the call goes on. */
  private boolean answer(Payload payload, StreamObserver<EchoReply> replies) {
    if (Context.current().isCancelled()) {
      return false;
    }
    if (payload.getData().size() > longest) {
      String told = "a payload of " + payload.getData().size() + " bytes, more than " + longest;
      replies.onError(Status.RESOURCE_EXHAUSTED.withDescription(told).asRuntimeException());
      return false;
    }
    EchoReply.Builder reply = EchoReply.newBuilder();
    try {
      byte[] data = echoers.ofThread(LINE.get()).echo(payload.getData().toByteArray());
      reply.setData(UnsafeByteOperations.unsafeWrap(data));
    } catch (Refusal refusal) {
      reply.setRefusal(UnsafeByteOperations.unsafeWrap(refusal.wire()));
    }
    replies.onNext(reply.build());
    return true;
  }
}
