package wirebed.echo.transport;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import wirebed.echo.Counts;
import wirebed.echo.Settings;

/** What holds for every call: what is asked for, deadlines, and the count of the cancelled ones. */
final class GrpcCalls implements ServerInterceptor {
  private final Settings settings;
  private final Counts counts;
  private final Watchdog watchdog;
  private final GrpcSockets sockets;

  GrpcCalls(Settings settings, Counts counts, Watchdog watchdog, GrpcSockets sockets) {
    this.settings = settings;
    this.counts = counts;
    this.watchdog = watchdog;
    this.sockets = sockets;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    String line = headers.get(GrpcTransport.REQUEST);
    Context context = Context.current().withValue(GrpcService.LINE, line == null ? "" : line);
    Watched<Q, R> watched = new Watched<>(call);
    Watchdog.Deadline deadline = watchdog.watch(watched::end);
    watched.deadline = deadline;
    GrpcBegun.follow(deadline);
    boolean unary = call.getMethodDescriptor().getType().clientSendsOneMessage();
    deadline.within(unary ? settings.deadline() : settings.idle());
    return new SimpleForwardingServerCallListener<>(
        Contexts.interceptCall(context, watched, headers, next)) {
      @Override
      public void onReady() {
        if (!unary) {
          deadline.within(settings.idle());
        }
        super.onReady();
      }

      @Override
      public void onMessage(Q message) {
        if (unary) {
          deadline.within(settings.deadline()); // for the end of what the client sends
        }
        super.onMessage(message);
      }

      @Override
      public void onHalfClose() {
        deadline.lift(); // a codec takes the time that it takes
        super.onHalfClose();
      }

      @Override
      public void onCancel() {
        watchdog.forget(deadline);
        if (!deadline.passed()) {
          counts.cancelled.increment();
        }
        super.onCancel();
      }

      @Override
      public void onComplete() {
        watchdog.forget(deadline);
        super.onComplete();
      }
    };
  }

  /** A call that the watchdog's thread can end while another one answers it. */
  private final class Watched<Q, R> extends SimpleForwardingServerCall<Q, R> {
    private Watchdog.Deadline deadline;
    private boolean closed;

    Watched(ServerCall<Q, R> call) {
      super(call);
    }

    /** A call that is closed, and still there, is one whose client does not take the reply. */
    synchronized void end() {
      if (closed) {
        sockets.close(getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
      }
      close(Status.DEADLINE_EXCEEDED.withDescription("too slow"), new Metadata());
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
        super.sendMessage(message);
        deadline.within(isReady() ? settings.idle() : settings.deadline());
      }
    }

    @Override
    public synchronized void close(Status status, Metadata trailers) {
      if (!closed) {
        closed = true;
        deadline.within(settings.deadline());
        super.close(status, trailers);
      }
    }
  }
}
