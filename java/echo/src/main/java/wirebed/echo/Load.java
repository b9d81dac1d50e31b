package wirebed.echo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Supplier;
import wirebed.echo.transport.Transport;
import wirebed.peer.MessageCodec;
import wirebed.peer.OpenCodecs;
import wirebed.peer.TaskFailure;
import wirebed.protocol.Loaded;
import wirebed.protocol.Result;

/** A request for load: one thread for each connection, all of which begin together. */
final class Load {
  private final wirebed.protocol.Load asked;
  private final Map<String, Transport> transports;
  private final Supplier<OpenCodecs> codecs;

  Load(
      wirebed.protocol.Load asked, Map<String, Transport> transports, Supplier<OpenCodecs> codecs) {
    this.asked = asked;
    this.transports = transports;
    this.codecs = codecs;
  }

  Loaded run() {
    try {
      return collect(work());
    } catch (TaskFailure failure) {
      return none(failure);
    } catch (InterruptedException | RuntimeException | OutOfMemoryError e) {
      return none(TaskFailure.internal(e));
    }
  }

  /** The load of each connection, done. */
  private List<LoadConnection> work() throws InterruptedException {
    Transport transport = transports.get(asked.getServer().getTransport());
    if (transport == null) {
      throw TaskFailure.unsupported(
          "this program has no transport " + asked.getServer().getTransport());
    }
    if (asked.getViewsCount() == 0 || asked.getViewsCount() != asked.getExpectedCount()) {
      throw TaskFailure.unsupported("a load has values, and an expected view for each");
    }
    LoadValues values = LoadValues.of(asked, codec());
    int count = Math.max(1, asked.getConnections());
    CyclicBarrier barrier = new CyclicBarrier(count);
    List<LoadConnection> connections = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      LoadConnection one =
          new LoadConnection(asked, values, codec(), transport, new Schedule(asked, count, i));
      connections.add(one);
      threads.add(new Thread(() -> work(one, barrier), "load-" + i));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    return connections;
  }

  private static void work(LoadConnection connection, CyclicBarrier barrier) {
    try {
      connection.warmUp();
      barrier.await();
      connection.measure();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e); // nobody interrupts these threads
    } finally {
      connection.close();
    }
  }

  private MessageCodec codec() {
    return codecs
        .get()
        .of(asked.getCodec(), asked.getMessage(), asked.getOptionsMap())
        .requireEncodes();
  }

  private static Loaded collect(List<LoadConnection> connections) {
    LoadTally total = new LoadTally();
    connections.forEach(connection -> total.add(connection.tally()));
    return total.message();
  }

  /** Nothing was sent. */
  private Loaded none(TaskFailure failure) {
    Result.Builder result = Result.newBuilder();
    failure.into(result);
    return Loaded.newBuilder()
        .setFailed(asked.getEchoes())
        .setFirst(LoadTally.failure(result.build()))
        .build();
  }
}
