package wirebed.echo;

import java.util.LinkedHashMap;
import java.util.Map;
import wirebed.echo.transport.GrpcTransport;
import wirebed.echo.transport.HttpTransport;
import wirebed.echo.transport.RmiTransport;
import wirebed.echo.transport.SocketTransport;
import wirebed.echo.transport.Transport;

/**
 * The one list of transports. A new transport is one file in {@code transport}, and one line here.
 */
public final class Transports {
  private static final Map<String, Transport> ALL = new LinkedHashMap<>();

  static {
    ALL.put("socket", new SocketTransport());
    ALL.put("http", new HttpTransport());
    ALL.put("grpc", GrpcTransport.unary());
    ALL.put("grpc-stream", GrpcTransport.stream());
    ALL.put("rmi", new RmiTransport());
  }

  private Transports() {}

  public static Map<String, Transport> all() {
    return ALL;
  }
}
