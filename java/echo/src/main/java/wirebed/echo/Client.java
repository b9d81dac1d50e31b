package wirebed.echo;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import wirebed.codec.CodecEntry;
import wirebed.echo.transport.Connection;
import wirebed.echo.transport.Transport;
import wirebed.peer.EchoClient;
import wirebed.peer.MessageCodec;
import wirebed.peer.OpenCodecs;
import wirebed.peer.TaskFailure;
import wirebed.protocol.EchoServer;
import wirebed.protocol.Echoed;
import wirebed.protocol.Loaded;
import wirebed.protocol.Result;
import wirebed.protocol.Task;
import wirebed.tree.Tree;

/** The tasks that an echo program has beside those of its peer. */
final class Client implements EchoClient, AutoCloseable {
  private static final int MOST_CONNECTIONS = 64;
  // Servers close connections that nobody uses, by default after 60 seconds.
  private static final long FRESH_NANOS = 20_000_000_000L;

  // The share of its deadline after which an echo failed because of that.
  private static final double PASSED = 0.9;

  private record Key(EchoServer server, Request request) {}

  private static final class Kept {
    final Connection connection;
    long used;

    Kept(Connection connection) {
      this.connection = connection;
    }
  }

  private final Tree tree;
  private final List<CodecEntry> entries;
  private final Map<String, Transport> transports;
  private final OpenCodecs codecs;
  // The one that was not used for the longest time is the first.
  private final Map<Key, Kept> connections = new LinkedHashMap<>(16, 0.75f, true);
  // Servers that let a deadline pass, with the time until which they are not asked: a thousand
  // echoes would each wait for them.
  private final Map<EchoServer, Long> silent = new HashMap<>();

  Client(Tree tree, List<CodecEntry> entries, Map<String, Transport> transports) {
    this.tree = tree;
    this.entries = entries;
    this.transports = transports;
    codecs = new OpenCodecs(tree, entries);
  }

  @Override
  public List<String> transports() {
    return List.copyOf(transports.keySet());
  }

  @Override
  public void echo(Task task, Result.Builder result) {
    MessageCodec codec =
        codecs.of(task.getCodec(), task.getMessage(), task.getOptionsMap()).requireEncodes();
    EchoServer server = task.getEcho().getServer();
    Transport transport = transport(server);
    Request request = new Request(server.getCodec(), task.getMessage(), task.getOptionsMap());
    byte[] wire = codec.encode(codec.build(task.getEcho().getView().toByteArray()));
    Echoed.Builder echoed = Echoed.newBuilder().setSent(wire.length);
    try {
      byte[] reply = exchange(transport, new Key(server, request), wire);
      echoed.setReceived(reply.length);
      echoed.setView(ByteString.copyFrom(codec.view(codec.decode(reply))));
    } catch (Refusal refusal) {
      echoed.setRefusal(refusal.result());
    }
    result.setEchoed(echoed);
  }

  @Override
  public Loaded load(wirebed.protocol.Load load) {
    return new Load(load, transports, () -> new OpenCodecs(tree, entries)).run();
  }

  private Transport transport(EchoServer server) {
    Transport transport = transports.get(server.getTransport());
    if (transport == null) {
      throw TaskFailure.unsupported("this program has no transport " + server.getTransport());
    }
    return transport;
  }

  private byte[] exchange(Transport transport, Key key, byte[] payload) throws Refusal {
    double seconds = key.server.getDeadline();
    long begun = System.nanoTime();
    Long until = silent.get(key.server);
    if (until != null && begun - until < 0) {
      throw TaskFailure.connection(
          new IOException("the server let " + seconds + " s pass in an echo before"));
    }
    try {
      byte[] reply = connection(transport, key).exchange(payload);
      connections.get(key).used = System.nanoTime();
      return reply;
    } catch (Refusal refusal) {
      if (refusal.result().hasConnectionError()) {
        close(key); // the server has closed it
      }
      throw refusal;
    } catch (Exception e) {
      close(key);
      long now = System.nanoTime();
      if (now - begun > PASSED * seconds * 1e9) {
        silent.put(key.server, now + (long) (seconds * 1e9));
      }
      throw TaskFailure.connection(e);
    } catch (Throwable e) {
      close(key); // it may hold half a reply
      throw e;
    }
  }

  private Connection connection(Transport transport, Key key) throws Exception {
    Kept kept = connections.get(key);
    if (kept != null && System.nanoTime() - kept.used > FRESH_NANOS) {
      close(key);
      kept = null;
    }
    if (kept == null) {
      if (connections.size() >= MOST_CONNECTIONS) {
        close(connections.keySet().iterator().next());
      }
      kept = new Kept(transport.connect(key.server, key.request));
      kept.used = System.nanoTime();
      connections.put(key, kept);
    }
    return kept.connection;
  }

  @Override
  public void close() {
    connections.values().forEach(kept -> kept.connection.close());
    connections.clear();
  }

  private void close(Key key) {
    Kept kept = connections.remove(key);
    if (kept != null) {
      kept.connection.close();
    }
  }
}
