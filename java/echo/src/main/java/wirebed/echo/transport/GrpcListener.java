package wirebed.echo.transport;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import wirebed.echo.Echoers;
import wirebed.echo.Settings;

/**
 * A gRPC server. Its codecs run in threads of its own, with a stack as deep as that of the peer's
 * main thread.
 */
final class GrpcListener implements Listener {
  private static final int THREADS = 2 * Runtime.getRuntime().availableProcessors();
  private static final int MOST_CALLS = 128; // of one connection; more wait at the client

  private final Watchdog watchdog = new Watchdog("grpc-watchdog");
  private final ExecutorService executor =
      Executors.newFixedThreadPool(
          THREADS,
          work -> {
            Thread thread = new Thread(work, "grpc-codecs");
            thread.setDaemon(true);
            return thread;
          });
  private final Server server;

  GrpcListener(Settings settings, int port, Echoers echoers) throws IOException {
    // A client whose connection is silent has half of the deadline until it is asked for a sign of
    // life, and half to answer.
    long half = Math.max(1, (long) (settings.deadline() * 500));
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(settings.bind(), port))
            .executor(executor)
            .addService(new GrpcService(echoers, settings.maxMessage()))
            .intercept(new GrpcCalls(settings, echoers.counts(), watchdog))
            .addStreamTracerFactory(new GrpcBegun(settings))
            .maxInboundMessageSize(settings.maxMessage() + GrpcTransport.AROUND_PAYLOAD)
            .maxConcurrentCallsPerConnection(MOST_CALLS)
            .withChildOption(ChannelOption.TCP_NODELAY, true)
            .handshakeTimeout(2 * half, TimeUnit.MILLISECONDS)
            .keepAliveTime(half, TimeUnit.MILLISECONDS)
            .keepAliveTimeout(half, TimeUnit.MILLISECONDS)
            .permitKeepAliveTime(1, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .maxConnectionIdle((long) (settings.idle() * 1000), TimeUnit.MILLISECONDS)
            .build()
            .start();
  }

  @Override
  public int port() {
    return server.getPort();
  }

  @Override
  public void close() {
    server.shutdownNow();
    executor.shutdownNow();
    watchdog.close();
  }
}
