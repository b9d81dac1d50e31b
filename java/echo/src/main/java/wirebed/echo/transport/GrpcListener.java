package wirebed.echo.transport;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
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
  private static final int THREADS = Runtime.getRuntime().availableProcessors();
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
  private final EventLoopGroup accepting =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(THREADS, NioIoHandler.newFactory());
  private final Server server;

  GrpcListener(Settings settings, int port, Echoers echoers) throws IOException {
    // A client that answers no ping is closed after the time of two halves.
    long half = millis(settings.idle() / 2);
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(settings.bind(), port))
            .channelType(NioServerSocketChannel.class)
            .bossEventLoopGroup(accepting)
            .workerEventLoopGroup(loops)
            .executor(executor)
            .addService(new GrpcService(echoers, settings.maxMessage()))
            .intercept(new GrpcCalls(settings.idle(), echoers.counts(), watchdog))
            .maxInboundMessageSize(settings.maxMessage() + GrpcTransport.AROUND_PAYLOAD)
            .maxConcurrentCallsPerConnection(MOST_CALLS)
            .withChildOption(ChannelOption.TCP_NODELAY, true)
            .handshakeTimeout(millis(settings.idle()), TimeUnit.MILLISECONDS)
            .keepAliveTime(half, TimeUnit.MILLISECONDS)
            .keepAliveTimeout(half, TimeUnit.MILLISECONDS)
            .permitKeepAliveTime(1, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .maxConnectionIdle(millis(settings.idle()), TimeUnit.MILLISECONDS)
            .build()
            .start();
  }

  private static long millis(double seconds) {
    return Math.max(1, (long) (seconds * 1000));
  }

  @Override
  public int port() {
    return server.getPort();
  }

  @Override
  public void close() {
    try {
      server.shutdownNow().awaitTermination(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    accepting.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    loops.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    executor.shutdownNow();
    watchdog.close();
  }
}
