package wirebed.echo.transport;

import java.io.IOException;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import wirebed.echo.Echoers;
import wirebed.echo.Settings;

/**
 * A Jetty server. Its threads, in which codecs run, have a stack as deep as the peer's main thread.
 */
final class HttpListener implements Listener {
  private static final int BACKLOG = 1024;

  private final Watchdog watchdog = new Watchdog("http-watchdog");
  private final Server server;
  private final ServerConnector connector;

  HttpListener(Settings settings, int port, Echoers echoers) throws IOException {
    QueuedThreadPool threads = new QueuedThreadPool();
    threads.setName("http");
    threads.setDaemon(true);
    server = new Server(threads);
    server.setStopTimeout(0);
    HttpConfiguration configuration = new HttpConfiguration();
    configuration.setSendServerVersion(false);
    configuration.setSendDateHeader(false);
    // Otherwise Jetty takes LF alone for the end of a line.
    configuration.setHttpCompliance(HttpCompliance.STRICT);
    connector = new ServerConnector(server, new HttpConnectionFactory(configuration));
    connector.setHost(settings.bind());
    connector.setPort(port);
    connector.setAcceptQueueSize(BACKLOG);
    connector.setAcceptedTcpNoDelay(true);
    connector.setIdleTimeout((long) (settings.idle() * 1000));
    HttpConnections connections = new HttpConnections(settings.idle(), watchdog);
    connector.addBean(connections);
    // At the limit, clients wait until another one is gone.
    server.addBean(new NetworkConnectionLimit(Settings.MOST_CONNECTIONS, connector));
    server.addConnector(connector);
    server.setHandler(new HttpEcho(echoers, settings.maxMessage(), connections));
    try {
      server.start();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  @Override
  public int port() {
    return connector.getLocalPort();
  }

  @Override
  public void close() {
    watchdog.close();
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
