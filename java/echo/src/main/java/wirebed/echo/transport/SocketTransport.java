package wirebed.echo.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import wirebed.echo.Echoers;
import wirebed.echo.Refusal;
import wirebed.echo.Request;
import wirebed.echo.Settings;
import wirebed.protocol.EchoServer;

/** Frames over TCP. The first one says what is asked for. */
public final class SocketTransport implements Transport {
  private static final int BACKLOG = 1024;

  /** One for all connections of this process's clients, since it is a thread. */
  private static final class Clients {
    static final Watchdog WATCHDOG = new Watchdog("socket-clients-watchdog");
  }

  @Override
  public Listener serve(Settings settings, int port, Echoers echoers) throws IOException {
    ServerSocket server = new ServerSocket();
    server.bind(new InetSocketAddress(InetAddress.getByName(settings.bind()), port), BACKLOG);
    return new SocketListener(server, settings, echoers);
  }

  @Override
  public Connection connect(EchoServer server, Request request) throws IOException {
    Socket socket = new Socket();
    try {
      int millis = (int) Math.max(1, server.getDeadline() * 1000);
      socket.connect(new InetSocketAddress(server.getHost(), server.getPort()), millis);
      socket.setTcpNoDelay(true);
      return new ToServer(socket, server.getDeadline(), request);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  private static final class ToServer implements Connection {
    private final Socket socket;
    private final double seconds;
    private final Watchdog.Deadline deadline;
    private final Frames frames;

    ToServer(Socket socket, double seconds, Request request) throws IOException {
      this.socket = socket;
      this.seconds = seconds;
      frames =
          new Frames(socket.getInputStream(), socket.getOutputStream(), Settings.MAX_MESSAGE, true);
      frames.write(request.line().getBytes(StandardCharsets.UTF_8));
      deadline = Clients.WATCHDOG.watch(() -> SocketListener.reset(socket));
    }

    @Override
    public byte[] exchange(byte[] payload) throws Refusal, IOException {
      deadline.arm(seconds);
      try {
        frames.write(payload);
        byte[] reply = frames.read();
        if (frames.isRefusal()) {
          throw Refusal.parse(reply);
        }
        return reply;
      } catch (IOException e) {
        if (deadline.expired()) {
          throw new SocketTimeoutException("no reply within " + seconds + " s");
        }
        throw e;
      } finally {
        deadline.disarm();
      }
    }

    @Override
    public void close() {
      Clients.WATCHDOG.forget(deadline);
      try {
        socket.close();
      } catch (IOException e) {
        // It is closed all the same.
      }
    }
  }
}
