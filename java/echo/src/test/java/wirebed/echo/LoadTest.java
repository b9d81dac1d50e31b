package wirebed.echo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.util.Map;
import org.junit.jupiter.api.Test;
import wirebed.echo.transport.Connection;
import wirebed.echo.transport.Listener;
import wirebed.echo.transport.Transport;
import wirebed.protocol.EchoServer;
import wirebed.protocol.Loaded;

class LoadTest {
  private static final String CODEC = "protobuf/protobuf-java";

  private static wirebed.protocol.Load.Builder load(EchoServer server) {
    wirebed.protocol.Load.Builder load =
        wirebed.protocol.Load.newBuilder()
            .setCodec(CODEC)
            .setMessage(Interop.PERSON)
            .setServer(server)
            .setConnections(3)
            .setWarmUp(30)
            .setEchoes(200);
    for (String name : new String[] {"Ada", "Bob", "Cleo"}) {
      ByteString view = ByteString.copyFrom(Interop.view(name));
      load.addViews(view).addExpected(view);
    }
    return load;
  }

  private static Loaded run(wirebed.protocol.Load load, Transport transport) {
    return new Load(load, Map.of(load.getServer().getTransport(), transport), Interop::codecs)
        .run();
  }

  private static Loaded run(wirebed.protocol.Load load) {
    String transport = load.getServer().getTransport();
    return run(load, Transports.all().get(transport));
  }

  @Test
  void everyEchoIsCountedOnce() throws Exception {
    Echoers echoers = Interop.echoers();
    try (Listener listener = Interop.serve("socket", echoers)) {
      Loaded loaded = run(load(Interop.at("socket", listener.port(), CODEC)).build());
      assertEquals(200, loaded.getEchoes(), loaded.toString());
      assertEquals(0, loaded.getWrong() + loaded.getFailed());
      assertEquals(loaded.getSent(), loaded.getReceived());
      assertEquals(200, loaded.getRoundTrip().getEachCount());
      assertEquals(200, loaded.getWhole().getEachCount());
      assertEquals("echoed 230 refused 0 cancelled 0", echoers.counts().toString());
    }
  }

  @Test
  void aRateSetsTheTimeOfEachEcho() throws Exception {
    try (Listener listener = Interop.serve("socket", Interop.echoers())) {
      EchoServer server = Interop.at("socket", listener.port(), CODEC);
      Loaded loaded = run(load(server).setRate(400).build());
      assertEquals(200, loaded.getEchoes());
      assertTrue(loaded.getSeconds() > 0.45, "200 echoes at 400 a second: " + loaded.getSeconds());
    }
  }

  @Test
  void secondsEndALoad() throws Exception {
    try (Listener listener = Interop.serve("socket", Interop.echoers())) {
      EchoServer server = Interop.at("socket", listener.port(), CODEC);
      Loaded loaded = run(load(server).setRate(100).setEchoes(100_000).setSeconds(0.3).build());
      assertTrue(loaded.getEchoes() > 10 && loaded.getEchoes() < 60, loaded.toString());
      assertEquals(0, loaded.getFailed());
    }
  }

  /** Gives the reply before, and so a Person of another name. */
  private static final class Late implements Connection {
    private byte[] before = new byte[0];

    @Override
    public byte[] exchange(byte[] payload) {
      byte[] reply = before;
      before = payload;
      return reply;
    }

    @Override
    public void close() {}
  }

  private record Fake(Connection connection) implements Transport {
    @Override
    public Listener serve(Settings settings, int port, Echoers echoers) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Connection connect(EchoServer server, Request request) {
      return connection;
    }
  }

  @Test
  void repliesThatAreMixedUpAreWrong() {
    EchoServer server = Interop.at("fake", 1, CODEC);
    Loaded loaded = run(load(server).setConnections(1).build(), new Fake(new Late()));
    assertEquals(200, loaded.getWrong());
    assertEquals(0, loaded.getEchoes());
    assertTrue(loaded.getFirst().getReason().startsWith("value 0 came back"), loaded.toString());
  }

  @Test
  void aServerThatIsNotThereFailsEveryEcho() {
    EchoServer server = Interop.at("socket", 1, CODEC).toBuilder().setDeadline(1).build();
    long start = System.nanoTime();
    Loaded loaded = run(load(server).build());
    assertEquals(200, loaded.getFailed());
    assertEquals("java.net.ConnectException", loaded.getFirst().getType());
    assertTrue(System.nanoTime() - start < 60e9);
  }
}
