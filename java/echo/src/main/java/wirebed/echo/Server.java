package wirebed.echo;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import wirebed.echo.transport.Listener;
import wirebed.echo.transport.Transport;

/** One listener for each transport that the settings name. */
final class Server implements AutoCloseable {
  private final Settings settings;
  private final Map<String, Transport> transports;
  private final Echoers echoers;
  private final List<Listener> listeners = new ArrayList<>();

  Server(Settings settings, Map<String, Transport> transports, Echoers echoers) {
    this.settings = settings;
    this.transports = transports;
    this.echoers = echoers;
  }

  /** Says where each transport listens. */
  void start(PrintStream out) throws IOException {
    int port = settings.port();
    for (String name : settings.transports()) {
      Listener listener = transports.get(name).serve(settings, port, echoers);
      listeners.add(listener);
      out.println("ready " + name + " " + listener.port());
      port += port == 0 ? 0 : 1;
    }
    out.println("ready");
    out.flush();
  }

  Counts counts() {
    return echoers.counts();
  }

  @Override
  public void close() {
    listeners.forEach(Listener::close);
  }
}
