package wirebed.echo.transport;

/** A server of one transport. */
public interface Listener extends AutoCloseable {
  int port();

  /** Closes its connections, too. */
  @Override
  void close();
}
