package wirebed.echo.transport;

import wirebed.echo.Refusal;

/** A client's way to a server, for one thread at a time. */
public interface Connection extends AutoCloseable {
  /**
   * The reply to a payload. What it throws, except a refusal, is the reason why there is none; then
   * the connection is of no more use.
   */
  byte[] exchange(byte[] payload) throws Refusal, Exception;

  @Override
  void close();
}
