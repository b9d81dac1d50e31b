package wirebed.echo.transport;

import com.google.protobuf.UnsafeByteOperations;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.stub.BlockingClientCall;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import wirebed.echo.Echoers;
import wirebed.echo.Refusal;
import wirebed.echo.Request;
import wirebed.echo.Settings;
import wirebed.protocol.EchoReply;
import wirebed.protocol.EchoServer;
import wirebed.protocol.EchoServiceGrpc;
import wirebed.protocol.Payload;

/** gRPC: a call for each payload, or one stream of payloads and replies. */
public final class GrpcTransport implements Transport {
  static final Metadata.Key<String> REQUEST =
      Metadata.Key.of("wirebed-echo", Metadata.ASCII_STRING_MARSHALLER);

  // Around the payload, a message has a tag and a length.
  static final int AROUND_PAYLOAD = 16;

  private static final double END_SECONDS = 0.5;

  private final boolean stream;

  private GrpcTransport(boolean stream) {
    this.stream = stream;
  }

  public static GrpcTransport unary() {
    return new GrpcTransport(false);
  }

  public static GrpcTransport stream() {
    return new GrpcTransport(true);
  }

  @Override
  public Listener serve(Settings settings, int port, Echoers echoers) throws IOException {
    return new GrpcListener(settings, port, echoers);
  }

  /** The channel connects at the first call. */
  @Override
  public Connection connect(EchoServer server, Request request) {
    Metadata metadata = new Metadata();
    metadata.put(REQUEST, request.line());
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(server.getHost(), server.getPort())
            .usePlaintext()
            .directExecutor()
            .disableRetry()
            .withOption(ChannelOption.TCP_NODELAY, true)
            .maxInboundMessageSize(Settings.MAX_MESSAGE + AROUND_PAYLOAD)
            .intercept(MetadataUtils.newAttachHeadersInterceptor(metadata))
            .build();
    return stream
        ? new Many(channel, server.getDeadline())
        : new One(channel, server.getDeadline());
  }

  private record One(ManagedChannel channel, double seconds) implements Connection {
    @Override
    public byte[] exchange(byte[] payload) throws Refusal, Exception {
      return data(
          EchoServiceGrpc.newBlockingV2Stub(channel)
              .withDeadlineAfter(nanos(seconds), TimeUnit.NANOSECONDS)
              .one(message(payload)));
    }

    @Override
    public void close() {
      channel.shutdownNow();
    }
  }

  private static final class Many implements Connection {
    private final ManagedChannel channel;
    private final double seconds;
    private final BlockingClientCall<Payload, EchoReply> call;
    private boolean broken;

    Many(ManagedChannel channel, double seconds) {
      this.channel = channel;
      this.seconds = seconds;
      call = EchoServiceGrpc.newBlockingV2Stub(channel).many();
    }

    @Override
    public byte[] exchange(byte[] payload) throws Refusal, Exception {
      long end = System.nanoTime() + nanos(seconds);
      broken = true;
      EchoReply reply = null;
      try {
        if (call.write(message(payload), nanos(seconds), TimeUnit.NANOSECONDS)) {
          reply = call.read(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
      } catch (TimeoutException e) {
        throw new TimeoutException("no reply within " + seconds + " s");
      }
      if (reply == null) {
        throw new IOException("the server has ended the stream");
      }
      broken = false;
      return data(reply);
    }

    /** Ends the stream, so that the server does not take it for cancelled. */
    @Override
    public void close() {
      try {
        if (!broken) {
          call.halfClose();
          call.read(nanos(END_SECONDS), TimeUnit.NANOSECONDS);
        }
      } catch (Exception e) {
        // The channel ends all the same.
      } finally {
        channel.shutdownNow();
      }
    }
  }

  private static Payload message(byte[] payload) {
    return Payload.newBuilder().setData(UnsafeByteOperations.unsafeWrap(payload)).build();
  }

  private static byte[] data(EchoReply reply) throws Refusal, IOException {
    return switch (reply.getReplyCase()) {
      case DATA -> reply.getData().toByteArray();
      case REFUSAL -> throw Refusal.parse(reply.getRefusal());
      case REPLY_NOT_SET -> throw new IOException("a reply with neither data nor refusal");
    };
  }

  private static long nanos(double seconds) {
    return (long) (seconds * 1e9);
  }
}
