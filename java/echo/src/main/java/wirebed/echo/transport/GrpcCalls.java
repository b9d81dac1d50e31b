package wirebed.echo.transport;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import wirebed.echo.Counts;

/**
 * Holds for every call: its context has the line of the client, each of its echoes has a deadline,
 * and it is counted if its client cancels it.
 */
final class GrpcCalls implements ServerInterceptor {
  private final double idle;
  private final Counts counts;
  private final Watchdog watchdog;

  GrpcCalls(double idle, Counts counts, Watchdog watchdog) {
    this.idle = idle;
    this.counts = counts;
    this.watchdog = watchdog;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    String line = headers.get(GrpcTransport.REQUEST);
    Context context = Context.current().withValue(GrpcService.LINE, line == null ? "" : line);
    Watched<Q, R> watched = new Watched<>(call);
    boolean unary = call.getMethodDescriptor().getType().clientSendsOneMessage();
    return new SimpleForwardingServerCallListener<>(
        Contexts.interceptCall(context, watched, headers, next)) {
      // A codec takes the time that it needs. It works when its one payload has ended, or when the
      // next one is there.
      @Override
      public void onMessage(Q message) {
        if (!unary) {
          watched.deadline.disarm();
        }
        super.onMessage(message);
      }

      @Override
      public void onHalfClose() {
        if (unary) {
          watched.deadline.disarm();
        }
        super.onHalfClose();
      }

      @Override
      public void onCancel() {
        watchdog.forget(watched.deadline);
        if (!watched.deadline.expired()) {
          counts.cancelled.increment();
        }
        super.onCancel();
      }

      @Override
      public void onComplete() {
        watchdog.forget(watched.deadline);
        super.onComplete();
      }
    };
  }

  /** A call that the watchdog's thread can end while another one answers it. */
  private final class Watched<Q, R> extends SimpleForwardingServerCall<Q, R> {
    private final Watchdog.Deadline deadline;
    private boolean closed;

    Watched(ServerCall<Q, R> call) {
      super(call);
      deadline =
          watchdog.watch(
              () -> close(Status.DEADLINE_EXCEEDED.withDescription("too slow"), new Metadata()));
      deadline.arm(idle);
    }

    @Override
    public synchronized void sendHeaders(Metadata headers) {
      if (!closed) {
        super.sendHeaders(headers);
      }
    }

    @Override
    public synchronized void sendMessage(R message) {
      if (!closed) {
        deadline.arm(idle);
        super.sendMessage(message);
      }
    }

    @Override
    public synchronized void close(Status status, Metadata trailers) {
      if (!closed) {
        closed = true;
        super.close(status, trailers);
      }
    }
  }
}
