package wirebed.echo.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Where a registry of RMI listens. The JDK's registry lets everybody bind, rebind and unbind names
 * whose connection comes from this machine, and so every user of it. Here it sees each client at an
 * address that no machine has, so that only this process can change a name.
 */
public final class RegistrySocket extends ServerSocket {
  // RFC 5737: no machine has an address of TEST-NET-1.
  private static final byte[] NOWHERE = {(byte) 192, 0, 2, 1};

  public RegistrySocket(String address, int port) throws IOException {
    bind(new InetSocketAddress(InetAddress.getByName(address), port));
  }

  @Override
  public Socket accept() throws IOException {
    Socket client = new FromNowhere(InetAddress.getByAddress(NOWHERE));
    implAccept(client);
    return client;
  }

  private static final class FromNowhere extends Socket {
    private final InetAddress nowhere;

    FromNowhere(InetAddress nowhere) {
      this.nowhere = nowhere;
    }

    @Override
    public InetAddress getInetAddress() {
      return nowhere;
    }
  }
}
