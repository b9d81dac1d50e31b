package wirebed.echo.transport;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import wirebed.echo.Settings;

/** Sees the first bytes of a payload, which a service does not: the rest has a deadline. */
final class GrpcBegun extends ServerStreamTracer.Factory {
  private static final Context.Key<Tracer> TRACER = Context.key("wirebed-begun");

  private final Settings settings;

  GrpcBegun(Settings settings) {
    this.settings = settings;
  }

  /** The deadline of this call begins to follow the bytes that arrive. */
  static void follow(Watchdog.Deadline deadline) {
    TRACER.get().deadline = deadline;
  }

  @Override
  public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
    return new Tracer(settings.deadline());
  }

  private static final class Tracer extends ServerStreamTracer {
    private final double seconds;
    private volatile Watchdog.Deadline deadline;

    Tracer(double seconds) {
      this.seconds = seconds;
    }

    @Override
    public Context filterContext(Context context) {
      return context.withValue(TRACER, this);
    }

    @Override
    public void inboundMessage(int number) {
      if (deadline != null) {
        deadline.within(seconds);
      }
    }

    @Override
    public void inboundMessageRead(int number, long wireSize, long size) {
      if (deadline != null) {
        deadline.lift();
      }
    }
  }
}
