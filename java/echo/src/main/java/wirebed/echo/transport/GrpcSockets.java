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
 * The connections below gRPC, which has no limit to their number, no deadline for the rest of a
 * frame of HTTP/2 or for a client that does not read, and waits for ten seconds when it asks a
 * silent client whether it is still there.
 */
final class GrpcSockets implements ChannelFactory<ServerChannel> {
  private final Settings settings;
  private final Watchdog watchdog;
  private final Map<SocketAddress, Runnable> open = new ConcurrentHashMap<>();

  GrpcSockets(Settings settings, Watchdog watchdog) {
    this.settings = settings;
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

  /**
   * Follows the frames: the header of each has nine bytes, of which three are its length, one its
   * type, and one its flags. Headers may be continued in the next frame.
   */
  private final class Frames extends ChannelInboundHandlerAdapter {
    private static final int PREFACE = 24;
    private static final int HEADER = 9;
    private static final int TYPE_AT = 3;
    private static final int FLAGS_AT = 4;
    private static final int HEADERS = 1;
    private static final int CONTINUATION = 9;
    private static final int END_HEADERS = 4;

    private final Channel channel;
    private final Watchdog.Deadline reading;
    private final Watchdog.Deadline writing;
    private int rest = PREFACE;
    private int inHeader;
    private int length;
    private int type;
    private boolean continued;
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
      half = rest > 0 || inHeader > 0 || continued;
      if (!half) {
        // gRPC has ended a connection without calls before, if its client answered.
        reading.within(settings.idle() + settings.deadline());
      } else if (!before) {
        reading.within(settings.deadline());
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
        header(bytes.getUnsignedByte(at));
        at++;
      }
    }

    private void header(int next) {
      if (inHeader < TYPE_AT) {
        length = length << 8 | next;
      } else if (inHeader == TYPE_AT) {
        type = next;
      } else if (inHeader == FLAGS_AT && (type == HEADERS || type == CONTINUATION)) {
        continued = (next & END_HEADERS) == 0;
      }
      if (++inHeader == HEADER) {
        rest = length;
        length = 0;
        inHeader = 0;
      }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      if (context.channel().isWritable()) {
        writing.lift();
      } else {
        writing.within(settings.deadline());
      }
      context.fireChannelWritabilityChanged();
    }
  }
}
