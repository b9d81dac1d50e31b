package wirebed.echo.transport;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import wirebed.echo.Echoers;
import wirebed.echo.Refusal;
import wirebed.echo.Request;
import wirebed.echo.Settings;
import wirebed.protocol.EchoServer;

/** HTTP/1.1 with Jetty: {@code POST /echo}. */
public final class HttpTransport implements Transport {
  static final String PATH = "/echo";
  static final String REQUEST = "Wirebed-Echo";
  static final int REFUSED = 422;

  private static final int OK = 200;

  /** One for all connections of this process: it has threads, and keeps what it has connected. */
  private static final class Clients {
    static final HttpClient CLIENT = start();

    private static HttpClient start() {
      QueuedThreadPool threads = new QueuedThreadPool();
      threads.setName("http-client");
      threads.setDaemon(true);
      HttpClient client = new HttpClient();
      client.setExecutor(threads);
      client.setMaxConnectionsPerDestination(Settings.MOST_CONNECTIONS);
      client.setFollowRedirects(false);
      client.setUserAgentField(null);
      client.getContentDecoderFactories().clear(); // do not ask for compressed replies
      try {
        client.start();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
      return client;
    }
  }

  @Override
  public Listener serve(Settings settings, int port, Echoers echoers) throws IOException {
    return new HttpListener(settings, port, echoers);
  }

  /** Connects at the first request. */
  @Override
  public Connection connect(EchoServer server, Request request) {
    String uri = "http://" + server.getHost() + ":" + server.getPort() + PATH;
    return new ToServer(uri, request.line(), server.getDeadline());
  }

  private record ToServer(String uri, String line, double seconds) implements Connection {
    @Override
    public byte[] exchange(byte[] payload) throws Refusal, Exception {
      org.eclipse.jetty.client.Request request =
          Clients.CLIENT
              .newRequest(uri)
              .method(HttpMethod.POST)
              .headers(headers -> headers.put(REQUEST, line))
              .body(new BytesRequestContent(payload))
              .timeout((long) (seconds * 1e9), TimeUnit.NANOSECONDS);
      ContentResponse response;
      try {
        response = new CompletableResponseListener(request, Settings.MAX_MESSAGE).send().get();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof Exception cause ? cause : e;
      }
      return switch (response.getStatus()) {
        case OK -> response.getContent();
        case REFUSED -> throw Refusal.parse(response.getContent());
        default ->
            throw new IOException("HTTP " + response.getStatus() + " " + response.getReason());
      };
    }

    /** The client closes connections that nobody uses. */
    @Override
    public void close() {}
  }
}
