package wirebed.echo.transport;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.UnicastRemoteObject;
import wirebed.echo.Echoers;
import wirebed.echo.Refusal;
import wirebed.echo.Request;
import wirebed.echo.Settings;
import wirebed.protocol.EchoServer;

/**
 * RMI of the JDK, Java to Java. It limits neither the length of a message nor the memory that it
 * takes; the filter lets in nothing but texts and arrays of bytes.
 */
public final class RmiTransport implements Transport {
  private static final String NAME = "wirebed-echo";
  private static final String ANYWHERE = "0.0.0.0";
  private static final String LOOPBACK = "127.0.0.1";

  /** The remote object that a client calls. */
  public interface RemoteEcho extends Remote {
    byte[] echo(String line, byte[] payload) throws RemoteException, Refusal;
  }

  private record Echo(Echoers echoers) implements RemoteEcho {
    @Override
    public byte[] echo(String line, byte[] payload) throws Refusal {
      return echoers.ofThread(line).echo(payload);
    }
  }

  /**
   * Listens on one address only. The registry and the object have the same factories, and so the
   * same port.
   */
  private static final class BoundSockets implements RMIServerSocketFactory {
    private final String address;
    private volatile ServerSocket socket;

    BoundSockets(String address) {
      this.address = address;
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
      socket = new RegistrySocket(address, port);
      return socket;
    }
  }

  /** Connects within the deadline of the server that is asked. */
  private record DeadlineSockets(int millis) implements RMIClientSocketFactory {
    @Override
    public Socket createSocket(String host, int port) throws IOException {
      Socket socket = new Socket();
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(host, port), millis);
      return socket;
    }
  }

  @Override
  public Listener serve(Settings settings, int port, Echoers echoers) throws IOException {
    // Stubs name this address, at which clients reach the server.
    if (System.getProperty("java.rmi.server.hostname") == null) {
      String address = settings.bind().equals(ANYWHERE) ? LOOPBACK : settings.bind();
      System.setProperty("java.rmi.server.hostname", address);
    }
    BoundSockets sockets = new BoundSockets(settings.bind());
    Registry registry = LocateRegistry.createRegistry(port, null, sockets);
    Echo echo = new Echo(echoers);
    ObjectInputFilter filter = info -> filter(info, settings.maxMessage());
    Remote stub = UnicastRemoteObject.exportObject(echo, port, null, sockets, filter);
    registry.rebind(NAME, stub);
    return new RmiListener(registry, echo, sockets);
  }

  /** The arrays of a call are the payload, and inside a String nothing else is asked about. */
  private static ObjectInputFilter.Status filter(ObjectInputFilter.FilterInfo info, int longest) {
    Class<?> type = info.serialClass();
    if (type == null) {
      return ObjectInputFilter.Status.UNDECIDED;
    }
    boolean permitted =
        type == String.class || type == byte[].class && info.arrayLength() <= longest;
    return permitted ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
  }

  private record RmiListener(Registry registry, Echo echo, BoundSockets sockets)
      implements Listener {
    @Override
    public int port() {
      return sockets.socket.getLocalPort();
    }

    @Override
    public void close() {
      try {
        UnicastRemoteObject.unexportObject(echo, true);
        UnicastRemoteObject.unexportObject(registry, true);
        sockets.socket.close();
      } catch (IOException e) {
        // It is closed all the same.
      }
    }
  }

  @Override
  public Connection connect(EchoServer server, Request request) throws Exception {
    int millis = (int) Math.max(1, server.getDeadline() * 1000);
    // The JDK reads these once, so the deadline of the first server counts for this process.
    System.setProperty("sun.rmi.transport.tcp.responseTimeout", String.valueOf(millis));
    System.setProperty("sun.rmi.transport.tcp.handshakeTimeout", String.valueOf(millis));
    Registry registry =
        LocateRegistry.getRegistry(server.getHost(), server.getPort(), new DeadlineSockets(millis));
    RemoteEcho echo = (RemoteEcho) registry.lookup(NAME);
    return new ToServer(echo, request.line());
  }

  private record ToServer(RemoteEcho echo, String line) implements Connection {
    @Override
    public byte[] exchange(byte[] payload) throws Refusal, IOException {
      return echo.echo(line, payload);
    }

    /** RMI closes sockets that nobody uses. */
    @Override
    public void close() {}
  }
}
