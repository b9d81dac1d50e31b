package wirebed.legacy.echo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMISocketFactory;
import java.util.List;
import javax.management.MBeanServer;
import org.jboss.remoting.Client;
import org.jboss.remoting.InvocationRequest;
import org.jboss.remoting.InvokerLocator;
import org.jboss.remoting.ServerInvocationHandler;
import org.jboss.remoting.ServerInvoker;
import org.jboss.remoting.callback.InvokerCallbackHandler;
import org.jboss.remoting.transport.Connector;
import wirebed.echo.Echoers;
import wirebed.echo.Refusal;
import wirebed.echo.Request;
import wirebed.echo.Settings;
import wirebed.echo.transport.Connection;
import wirebed.echo.transport.Listener;
import wirebed.echo.transport.RegistrySocket;
import wirebed.echo.transport.Transport;
import wirebed.protocol.EchoServer;

/**
 * JBoss Remoting 2.5 as seed S1 used it: a locator, a connector and a handler, over a protocol of
 * its own, over HTTP or over RMI. It limits neither the length of a message nor its memory, and
 * deserializes whatever it reads; the flag -Djdk.serialFilter keeps out the gadgets of this class
 * path.
 */
final class JBossTransport implements Transport {
  private static final String SUBSYSTEM = "wirebed-echo";
  private static final String ANYWHERE = "0.0.0.0";
  private static final String LOOPBACK = "127.0.0.1";
  // Of the object in the registry; its port is the rest of the name.
  private static final String NAME = "remoting/RMIServerInvoker/";
  // A client in the server's process would call it without the network.
  private static final String REMOTE = "force_remote=true";

  // How often a server looks for free ports: another program may take one before it listens there.
  private static final int ATTEMPTS = 5;

  private static final List<String> JDK_TIMEOUTS =
      List.of(
          "sun.net.client.defaultConnectTimeout",
          "sun.net.client.defaultReadTimeout",
          "sun.rmi.transport.tcp.responseTimeout",
          "sun.rmi.transport.tcp.handshakeTimeout");

  private final String protocol;

  /**
   * @param protocol `socket`, `http` or `rmi`
   */
  JBossTransport(String protocol) {
    this.protocol = protocol;
  }

  private String locator(String host, int port, int registryPort, String more) {
    return "%s://%s:%d/?%s&registryPort=%d&%s"
        .formatted(protocol, host, port, REMOTE, registryPort, more);
  }

  @Override
  public Listener serve(Settings settings, int port, Echoers echoers) throws IOException {
    for (int left = port == 0 ? ATTEMPTS : 1; ; left--) {
      try {
        return listen(settings, port, echoers);
      } catch (IOException e) {
        if (left == 1) {
          throw e;
        }
      }
    }
  }

  private Listener listen(Settings settings, int port, Echoers echoers) throws IOException {
    String reached = settings.bind().equals(ANYWHERE) ? LOOPBACK : settings.bind();
    int chosen = port == 0 ? freePort(settings.bind()) : port;
    int objectPort = chosen;
    if (protocol.equals("rmi")) {
      bindRegistries(settings.bind(), reached);
      // The registry has the port that clients know; the object gets another one.
      objectPort = freePort(settings.bind());
    }
    try {
      String more =
          "serverBindAddress=%s&maxPoolSize=%d"
              .formatted(settings.bind(), Settings.MOST_CONNECTIONS);
      Connector connector = new Connector(locator(reached, objectPort, chosen, more));
      connector.create();
      connector.addInvocationHandler(SUBSYSTEM, new Handler(echoers));
      connector.start();
      return new JBossListener(connector, chosen);
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  /** JBoss Remoting does not say which port it has found free. */
  private static int freePort(String address) throws IOException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress(InetAddress.getByName(address), 0));
      return probe.getLocalPort();
    }
  }

  /** JBoss Remoting creates a registry on every address, unless this factory says otherwise. */
  private static void bindRegistries(String address, String reached) throws IOException {
    if (System.getProperty("java.rmi.server.hostname") == null) {
      System.setProperty("java.rmi.server.hostname", reached);
    }
    if (RMISocketFactory.getSocketFactory() != null) {
      return;
    }
    RMISocketFactory.setSocketFactory(
        new RMISocketFactory() {
          @Override
          public ServerSocket createServerSocket(int port) throws IOException {
            return new RegistrySocket(address, port);
          }

          @Override
          public Socket createSocket(String host, int port) throws IOException {
            return new Socket(host, port);
          }
        });
  }

  private record JBossListener(Connector connector, int port) implements Listener {
    @Override
    public void close() {
      connector.stop();
      connector.destroy();
    }
  }

  /** The article's EchoInvocationHandler. */
  private record Handler(Echoers echoers) implements ServerInvocationHandler {
    @Override
    public Object invoke(InvocationRequest invocation) throws Refusal {
      Object[] arguments = (Object[]) invocation.getParameter();
      return echoers.ofThread((String) arguments[0]).echo((byte[]) arguments[1]);
    }

    @Override
    public void setMBeanServer(MBeanServer server) {}

    @Override
    public void setInvoker(ServerInvoker invoker) {}

    @Override
    public void addListener(InvokerCallbackHandler handler) {}

    @Override
    public void removeListener(InvokerCallbackHandler handler) {}
  }

  @Override
  public Connection connect(EchoServer server, Request request) throws Exception {
    String millis = String.valueOf(Math.max(1, (long) (server.getDeadline() * 1000)));
    String more = "clientMaxPoolSize=" + Settings.MOST_CONNECTIONS;
    if (protocol.equals("socket")) {
      more += "&timeout=" + millis;
    } else {
      // Its own timeout needs a pool of threads that cannot be made on this JDK. The JDK reads
      // these once, so the deadline of the first server counts for this process.
      for (String name : JDK_TIMEOUTS) {
        System.setProperty(name, millis);
      }
    }
    int port = protocol.equals("rmi") ? objectPort(server) : server.getPort();
    Client client =
        new Client(
            new InvokerLocator(locator(server.getHost(), port, server.getPort(), more)), SUBSYSTEM);
    client.connect();
    return new ToServer(client, request.line());
  }

  /** The port that is known is that of the registry. */
  private static int objectPort(EchoServer server) throws IOException {
    Registry registry = LocateRegistry.getRegistry(server.getHost(), server.getPort());
    for (String name : registry.list()) {
      if (name.startsWith(NAME)) {
        return Integer.parseInt(name.substring(NAME.length()));
      }
    }
    throw new IOException("the registry has no " + NAME);
  }

  private record ToServer(Client client, String line) implements Connection {
    @Override
    public byte[] exchange(byte[] payload) throws Refusal, Exception {
      try {
        return (byte[]) client.invoke(new Object[] {line, payload});
      } catch (Exception e) {
        throw e;
      } catch (Throwable e) {
        throw new IOException(e);
      }
    }

    @Override
    public void close() {
      client.disconnect();
    }
  }
}
