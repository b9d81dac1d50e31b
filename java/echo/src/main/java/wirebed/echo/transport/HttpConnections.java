package wirebed.echo.transport;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Connection;

/**
 * Gives every connection a deadline to send a request, and to take the reply. Jetty's own timeouts
 * begin anew with each byte.
 */
final class HttpConnections implements Connection.Listener {
  private final double seconds;
  private final Watchdog watchdog;
  private final Map<Connection, Watchdog.Deadline> open = new ConcurrentHashMap<>();

  HttpConnections(double seconds, Watchdog watchdog) {
    this.seconds = seconds;
    this.watchdog = watchdog;
  }

  @Override
  public void onOpened(Connection connection) {
    TimeoutException tooSlow = new TimeoutException("too slow");
    open.put(connection, watchdog.watch(() -> connection.getEndPoint().close(tooSlow)));
    arm(connection);
  }

  /** The time for the next step of the client begins. */
  void arm(Connection connection) {
    Watchdog.Deadline deadline = open.get(connection);
    if (deadline != null) { // it may have been closed meanwhile
      deadline.arm(seconds);
    }
  }

  /** A codec takes the time that it needs. */
  void disarm(Connection connection) {
    Watchdog.Deadline deadline = open.get(connection);
    if (deadline != null) {
      deadline.disarm();
    }
  }

  @Override
  public void onClosed(Connection connection) {
    Watchdog.Deadline deadline = open.remove(connection);
    if (deadline != null) {
      watchdog.forget(deadline);
    }
  }
}
