package wirebed.echo.transport;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import wirebed.echo.Echoer;
import wirebed.echo.Echoers;
import wirebed.echo.Refusal;
import wirebed.echo.Request;
import wirebed.echo.Settings;

/** A thread for each connection; its stack is as deep as that of the peer's main thread. */
final class SocketListener implements Listener {
  private final ServerSocket server;
  private final Settings settings;
  private final Echoers echoers;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Watchdog watchdog = new Watchdog("socket-watchdog");

  SocketListener(ServerSocket server, Settings settings, Echoers echoers) {
    this.server = server;
    this.settings = settings;
    this.echoers = echoers;
    thread(this::accept, "socket-listener").start();
  }

  @Override
  public int port() {
    return server.getLocalPort();
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      // It is closed all the same.
    }
    sockets.forEach(SocketListener::reset);
    watchdog.close();
  }

  /** Closes without waiting for what was not sent, which may be forever. */
  static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      // It is closed already.
    }
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed all the same.
    }
  }

  private static Thread thread(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        if (sockets.size() >= Settings.MOST_CONNECTIONS) {
          reset(socket);
        } else {
          sockets.add(socket);
          start(socket);
        }
      } catch (IOException e) {
        pause(); // no more files for now, or the end
      }
    }
  }

  private void start(Socket socket) {
    try {
      thread(() -> serve(socket), "socket-" + socket.getPort()).start();
    } catch (Throwable e) { // no memory for another thread
      sockets.remove(socket);
      reset(socket);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(10);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve(Socket socket) {
    Watchdog.Deadline deadline = watchdog.watch(() -> reset(socket));
    try (socket;
        Echoers.Lease codecs = echoers.lease()) {
      socket.setTcpNoDelay(true);
      Frames frames =
          new Frames(
              socket.getInputStream(), socket.getOutputStream(), settings.maxMessage(), false);
      try {
        serve(frames, deadline, codecs);
      } catch (Frames.TooLongException e) {
        echoers.counts().refused.increment();
        frames.writeRefusal(Refusal.ofConnection(e.getMessage()).wire());
        // Closing with unread bytes would take the refusal away from the client.
        socket.shutdownOutput();
        frames.drain();
      }
    } catch (Throwable e) {
      // The client is gone, or too slow, or memory is short: this connection ends, the others go
      // on.
    } finally {
      watchdog.forget(deadline);
      sockets.remove(socket);
    }
  }

  private void serve(Frames frames, Watchdog.Deadline deadline, Echoers.Lease codecs)
      throws IOException {
    byte[] asked = next(frames, deadline, Request.LONGEST_LINE);
    if (asked == null) {
      return;
    }
    Echoer echoer = codecs.open(new String(asked, StandardCharsets.UTF_8));
    int longest = settings.maxMessage();
    for (byte[] payload = next(frames, deadline, longest);
        payload != null;
        payload = next(frames, deadline, longest)) {
      deadline.disarm(); // a codec takes the time that it needs
      try {
        byte[] reply = echoer.echo(payload);
        deadline.arm(settings.idle());
        frames.write(reply);
      } catch (Refusal refusal) {
        deadline.arm(settings.idle());
        frames.writeRefusal(refusal.wire());
      }
    }
  }

  /** The next frame, or null at the end. */
  private byte[] next(Frames frames, Watchdog.Deadline deadline, int longest) throws IOException {
    deadline.arm(settings.idle());
    return frames.await() ? frames.read(longest) : null;
  }
}
