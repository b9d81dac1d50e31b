package wirebed.echo.transport;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Invocable;
import wirebed.echo.Echoers;
import wirebed.echo.Refusal;

/** Answers {@code POST /echo}. No thread waits for the body of a request. */
final class HttpEcho extends Handler.Abstract {
  private final Echoers echoers;
  private final int longest;
  private final HttpConnections connections;

  HttpEcho(Echoers echoers, int longest, HttpConnections connections) {
    this.echoers = echoers;
    this.longest = longest;
    this.connections = connections;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Connection connection = request.getConnectionMetaData().getConnection();
    Callback done = Callback.from(() -> connections.arm(connection), callback);
    String line = request.getHeaders().get(HttpTransport.REQUEST);
    if (!Request.getPathInContext(request).equals(HttpTransport.PATH)) {
      refuse(request, response, done, HttpStatus.NOT_FOUND_404);
    } else if (!request.getMethod().equals("POST")) {
      refuse(request, response, done, HttpStatus.METHOD_NOT_ALLOWED_405);
    } else if (line == null) {
      refuse(request, response, done, HttpStatus.BAD_REQUEST_400);
    } else if (request.getLength() > longest) {
      tooLong(request, response, done);
    } else {
      // Memory grows with the chunks that arrive.
      Content.Source.asByteArrayAsync(
          request,
          longest,
          Promise.Invocable.from(
              Invocable.InvocationType.BLOCKING,
              (payload, failure) -> {
                if (failure == null) {
                  connections.disarm(connection);
                  reply(line, payload, response, done, () -> connections.arm(connection));
                } else if (failure instanceof IllegalStateException) { // longer than permitted
                  refuse(request, response, done, HttpStatus.PAYLOAD_TOO_LARGE_413);
                } else {
                  callback.failed(failure);
                }
              }));
    }
    return true;
  }

  private void reply(
      String line, byte[] payload, Response response, Callback done, Runnable replies) {
    byte[] body;
    try {
      body = echoers.ofThread(line).echo(payload);
      response.setStatus(HttpStatus.OK_200);
    } catch (Refusal refusal) {
      body = refusal.wire();
      response.setStatus(HttpTransport.REFUSED);
    } catch (Throwable e) { // memory is short
      done.failed(e);
      return;
    }
    replies.run();
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/octet-stream");
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
    response.write(true, ByteBuffer.wrap(body), done);
  }

  /** Closing with unread bytes would take the answer away from the client, so they are read. */
  private static void tooLong(Request request, Response response, Callback done) {
    response.setStatus(HttpStatus.PAYLOAD_TOO_LARGE_413);
    response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, 0);
    response.write(
        true, null, Callback.from(() -> Content.Source.consumeAll(request, done), done::failed));
  }

  /** The body may not have been read, so the connection is closed. */
  private static void refuse(Request request, Response response, Callback done, int status) {
    response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
    Response.writeError(request, response, done, status);
  }
}
