package wirebed.echo.transport;

import java.io.IOException;
import wirebed.echo.Echoers;
import wirebed.echo.Request;
import wirebed.echo.Settings;
import wirebed.protocol.EchoServer;

/** One way to carry requests, payloads and replies between an echo client and a server. */
public interface Transport {
  /**
   * Listens until the listener is closed.
   *
   * @param port 0 for a free one
   */
  Listener serve(Settings settings, int port, Echoers echoers) throws IOException;

  /** Its exception is the reason why there is no connection. */
  Connection connect(EchoServer server, Request request) throws Exception;
}
