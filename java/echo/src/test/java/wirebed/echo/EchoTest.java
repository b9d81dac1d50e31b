package wirebed.echo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import wirebed.codec.CodecEntry;
import wirebed.codec.Codecs;
import wirebed.echo.transport.Connection;
import wirebed.echo.transport.Listener;
import wirebed.peer.TaskFailure;
import wirebed.protocol.By;
import wirebed.protocol.Echo;
import wirebed.protocol.EchoServer;
import wirebed.protocol.Failure;
import wirebed.protocol.Manner;
import wirebed.protocol.Result;
import wirebed.protocol.Task;
import wirebed.tree.Tree;

/** Every transport, from its client to its server and back. */
class EchoTest {
  static List<String> transports() {
    return Interop.transports();
  }

  @ParameterizedTest
  @MethodSource("transports")
  void aServerEncodesTheObjectAnew(String transport) throws Exception {
    byte[] canonical = Interop.json("Ada");
    String spaced = new String(canonical, StandardCharsets.UTF_8).replace(",", " ,\n ");
    try (Listener listener = Interop.serve(transport, Interop.echoers());
        Connection connection = Interop.connect(transport, listener.port(), "json/jackson")) {
      byte[] reply = connection.exchange(spaced.getBytes(StandardCharsets.UTF_8));
      assertArrayEquals(canonical, reply);
    }
  }

  @ParameterizedTest
  @MethodSource("transports")
  void aRefusalKeepsTheConnection(String transport) throws Exception {
    Echoers echoers = Interop.echoers();
    try (Listener listener = Interop.serve(transport, echoers);
        Connection connection = Interop.connect(transport, listener.port(), "json/jackson")) {
      for (byte[] garbage : List.of(new byte[0], new byte[] {1, 2, 3})) {
        Refusal refusal = assertThrows(Refusal.class, () -> connection.exchange(garbage));
        assertTrue(refusal.result().hasDecodeError(), refusal.result().toString());
        Failure failure = refusal.result().getDecodeError();
        assertEquals(Manner.TYPED, failure.getManner());
        assertEquals(By.LIBRARY, failure.getBy());
      }
      assertArrayEquals(Interop.json("Ada"), connection.exchange(Interop.json("Ada")));
    }
    assertEquals("echoed 1 refused 2 cancelled 0", echoers.counts().toString());
  }

  @ParameterizedTest
  @MethodSource("transports")
  void aMessageWithoutFieldsHasNoBytes(String transport) throws Exception {
    try (Listener listener = Interop.serve(transport, Interop.echoers());
        Connection connection =
            Interop.connect(transport, listener.port(), "protobuf/protobuf-java")) {
      assertEquals(0, connection.exchange(new byte[0]).length);
    }
  }

  @ParameterizedTest
  @MethodSource("transports")
  void whatTheServerDoesNotHaveIsUnsupported(String transport) throws Exception {
    try (Listener listener = Interop.serve(transport, Interop.echoers());
        Client client = new Client(Interop.TREE, Codecs.all(), Transports.all())) {
      Result result = echo(client, Interop.at(transport, listener.port(), "json/rust"));
      assertEquals(
          "this peer has no codec json/rust",
          result.getEchoed().getRefusal().getUnsupported().getReason());
    }
  }

  /** A closed listener of RMI keeps its connections until the process ends. */
  static List<String> endingTransports() {
    return transports().stream().filter(transport -> !transport.equals("rmi")).toList();
  }

  @ParameterizedTest
  @MethodSource("endingTransports")
  void aServerThatIsGoneIsReportedAndFoundAgain(String transport) throws Exception {
    try (Client client = new Client(Interop.TREE, Codecs.all(), Transports.all())) {
      Listener first = Interop.serve(transport, Interop.echoers());
      EchoServer server = Interop.at(transport, first.port(), "json/gson");
      assertArrayEquals(Interop.view("Ada"), view(echo(client, server)));
      first.close();
      long start = System.nanoTime();
      TaskFailure failure = assertThrows(TaskFailure.class, () -> echo(client, server));
      assertTrue(System.nanoTime() - start < 30e9, "long before the deadline");
      Result.Builder result = Result.newBuilder();
      failure.into(result);
      assertTrue(result.hasConnectionError(), result.toString());
      String port = String.valueOf(server.getPort());
      Settings settings = Interop.settings("--port", port);
      try (Listener second = onceFree(transport, settings)) {
        assertEquals(server.getPort(), second.port());
        assertArrayEquals(Interop.view("Ada"), view(echo(client, server)));
      }
    }
  }

  /** Another program may hold the port for a moment, as its end of an outgoing connection. */
  private static Listener onceFree(String transport, Settings settings) throws Exception {
    for (int attempt = 1; ; attempt++) {
      try {
        return Transports.all().get(transport).serve(settings, settings.port(), Interop.echoers());
      } catch (IOException error) {
        if (attempt == 50) {
          throw error;
        }
        Thread.sleep(100);
      }
    }
  }

  private static byte[] view(Result result) {
    return result.getEchoed().getView().toByteArray();
  }

  private static Result echo(Client client, EchoServer server) {
    Echo.Builder echo =
        Echo.newBuilder().setView(ByteString.copyFrom(Interop.view("Ada"))).setServer(server);
    Task task =
        Task.newBuilder().setCodec("json/jackson").setMessage(Interop.PERSON).setEcho(echo).build();
    Result.Builder result = Result.newBuilder();
    client.echo(task, result);
    return result.build();
  }

  /** The codecs are opened at once, on a tree of which nothing has been loaded. */
  @Test
  void codecsOfManyThreadsShareATree() throws Exception {
    int count = 8;
    Echoers echoers = new Echoers(new Tree(Interop.FOLDER), Codecs.all(), Settings.MAX_MESSAGE);
    CyclicBarrier barrier = new CyclicBarrier(count);
    ExecutorService threads = Executors.newFixedThreadPool(count);
    List<Future<Void>> ends = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] view = Interop.view("Person " + i);
      Callable<Void> work =
          () -> {
            for (CodecEntry entry : Codecs.all()) {
              if (entry.encodes()) {
                var codec = Interop.codec(entry.id());
                byte[] wire = codec.encode(codec.build(view));
                barrier.await();
                byte[] reply = echoers.ofThread(entry.id() + " " + Interop.PERSON).echo(wire);
                assertArrayEquals(view, codec.view(codec.decode(reply)), entry.id());
              }
            }
            return null;
          };
      ends.add(threads.submit(work));
    }
    for (Future<Void> end : ends) {
      end.get();
    }
    threads.shutdown();
  }
}
