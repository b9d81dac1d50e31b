package wirebed.echo.transport;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * Closes connections that take too long to send the rest of a request, or to take a reply. Jetty's
 * own timeouts begin anew with each byte.
 */
final class HttpProgress implements Connection.Listener {
  private enum Phase {
    READING,
    WORKING,
    WRITING
  }

  /** What one connection is at. */
  private final class State implements Watchdog.Watched {
    private final HttpConnection connection;
    private volatile Phase phase = Phase.READING;
    private volatile long since = System.nanoTime();

    State(HttpConnection connection) {
      this.connection = connection;
    }

    void enter(Phase next) {
      since = System.nanoTime();
      phase = next;
    }

    @Override
    public void check(long now) {
      if (phase == Phase.WORKING) {
        return;
      }
      if (phase == Phase.READING && connection.getParser().isStart()) {
        since = now; // nothing of a request is there; the idle timeout counts
      } else if (now - since > nanos) {
        connection.getEndPoint().close(new TimeoutException("too slow"));
      }
    }
  }

  private final long nanos;
  private final Watchdog watchdog;
  private final Map<Connection, State> states = new ConcurrentHashMap<>();

  HttpProgress(double seconds, Watchdog watchdog) {
    nanos = (long) (seconds * 1e9);
    this.watchdog = watchdog;
  }

  @Override
  public void onOpened(Connection connection) {
    State state = new State((HttpConnection) connection);
    states.put(connection, state);
    watchdog.add(state);
  }

  @Override
  public void onClosed(Connection connection) {
    State state = states.remove(connection);
    if (state != null) {
      watchdog.forget(state);
    }
  }

  /** A request is there as a whole. */
  void works(Connection connection) {
    enter(connection, Phase.WORKING);
  }

  void replies(Connection connection) {
    enter(connection, Phase.WRITING);
  }

  /** The reply was taken. */
  void done(Connection connection) {
    enter(connection, Phase.READING);
  }

  private void enter(Connection connection, Phase phase) {
    State state = states.get(connection);
    if (state != null) { // it may have been closed meanwhile
      state.enter(phase);
    }
  }
}
