package wirebed.echo.transport;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFactory;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import wirebed.echo.Settings;

/**
 * The connections below gRPC, which has no limit to their number, and no deadline for the rest of a
 * frame of HTTP/2 or for a client that does not read.
 */
final class GrpcSockets implements ChannelFactory<ServerChannel> {
  private final double seconds;
  private final Watchdog watchdog;
  private final Map<SocketAddress, Runnable> open = new ConcurrentHashMap<>();

  GrpcSockets(double seconds, Watchdog watchdog) {
    this.seconds = seconds;
    this.watchdog = watchdog;
  }

  @Override
  public ServerChannel newChannel() {
    return new NioServerSocketChannel() {
      @Override
      protected int doReadMessages(List<Object> accepted) throws Exception {
        int count = super.doReadMessages(accepted);
        if (count > 0) {
          accept((Channel) accepted.get(accepted.size() - 1));
        }
        return count;
      }
    };
  }

  /** Ends a client's connection with all of its calls. */
  void close(SocketAddress client) {
    Runnable end = open.get(client);
    if (end != null) {
      end.run();
    }
  }

  private void accept(Channel channel) {
    SocketAddress client = channel.remoteAddress();
    if (client == null || open.size() >= Settings.MOST_CONNECTIONS) {
      channel.unsafe().closeForcibly();
      return;
    }
    Frames frames = new Frames(channel);
    channel.pipeline().addFirst(frames);
    open.put(client, frames::end);
    channel.closeFuture().addListener(closed -> open.remove(client));
  }

  /** Follows the frames: the header of each has nine bytes, of which three are its length. */
  private final class Frames extends ChannelInboundHandlerAdapter {
    private static final int PREFACE = 24;
    private static final int HEADER = 9;

    private final Channel channel;
    private final Watchdog.Deadline reading;
    private final Watchdog.Deadline writing;
    private int rest = PREFACE;
    private int inHeader;
    private int length;
    private boolean half;

    Frames(Channel channel) {
      this.channel = channel;
      reading = watchdog.watch(this::end);
      writing = watchdog.watch(this::end);
      channel.closeFuture().addListener(closed -> forget());
    }

    /** From here, since gRPC's own handler would first wait for the calls to end. */
    private void end() {
      channel.pipeline().context(this).close();
    }

    private void forget() {
      watchdog.forget(reading);
      watchdog.forget(writing);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf bytes = (ByteBuf) message;
      boolean before = half;
      follow(bytes);
      half = rest > 0 || inHeader > 0;
      if (!half) {
        reading.lift();
      } else if (!before) {
        reading.within(seconds);
      }
      context.fireChannelRead(message);
    }

    private void follow(ByteBuf bytes) {
      int end = bytes.writerIndex();
      for (int at = bytes.readerIndex(); at < end; ) {
        if (rest > 0) {
          int step = Math.min(rest, end - at);
          rest -= step;
          at += step;
          continue;
        }
        if (inHeader < 3) {
          length = length << 8 | bytes.getUnsignedByte(at);
        }
        at++;
        if (++inHeader == HEADER) {
          rest = length;
          length = 0;
          inHeader = 0;
        }
      }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      if (context.channel().isWritable()) {
        writing.lift();
      } else {
        writing.within(seconds);
      }
      context.fireChannelWritabilityChanged();
    }
  }
}
