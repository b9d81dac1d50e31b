package wirebed.echo;

import java.util.Arrays;
import wirebed.echo.transport.Connection;
import wirebed.echo.transport.Transport;
import wirebed.peer.MessageCodec;
import wirebed.peer.TaskFailure;
import wirebed.protocol.Result;

/** The echoes of one connection of a load, in a thread of their own. */
final class LoadConnection {
  private static final long REOPEN_MILLIS = 250;

  private final wirebed.protocol.Load load;
  private final LoadValues values;
  private final MessageCodec codec;
  private final Transport transport;
  private final Schedule schedule;
  private final Request request;
  // The bytes of the first right reply of each value. A reply of the same bytes is right, too.
  private final byte[][] right;
  private LoadTally tally = new LoadTally();
  private Connection connection;
  private long brokenSince; // 0 while there is a connection

  LoadConnection(
      wirebed.protocol.Load load,
      LoadValues values,
      MessageCodec codec,
      Transport transport,
      Schedule schedule) {
    this.load = load;
    this.values = values;
    this.codec = codec;
    this.transport = transport;
    this.schedule = schedule;
    request = new Request(load.getServer().getCodec(), load.getMessage(), load.getOptionsMap());
    right = new byte[values.count()][];
  }

  LoadTally tally() {
    return tally;
  }

  /** A server that is not there is found out when it counts. */
  void warmUp() {
    schedule.start();
    for (long i = 0; i < schedule.warmUp() && !schedule.over() && brokenSince == 0; i++) {
      echo((int) (i % values.count()), System.nanoTime());
    }
    brokenSince = 0;
    tally = new LoadTally();
  }

  void measure() {
    schedule.start();
    long done = 0;
    for (; done < schedule.echoes() && !hopeless(); done++) {
      long begin = schedule.begin(done);
      if (schedule.over()) {
        return;
      }
      echo((int) (done % values.count()), begin);
    }
    tally.failed += schedule.echoes() - done;
  }

  void close() {
    if (connection != null) {
      connection.close();
      connection = null;
    }
  }

  private boolean hopeless() {
    double seconds = Math.max(load.getServer().getDeadline(), 1);
    return brokenSince != 0 && System.nanoTime() - brokenSince > seconds * 1e9;
  }

  private void echo(int index, long begin) {
    long encoding = System.nanoTime();
    try {
      open();
      byte[] wire = codec.encode(values.objects()[index]);
      long sending = System.nanoTime();
      byte[] reply = exchange(wire);
      long received = System.nanoTime();
      Object read = codec.decode(reply);
      long end = System.nanoTime();
      tally.roundTrip.addEach(received - sending);
      tally.whole.addEach(end - begin);
      tally.sent += wire.length;
      tally.received += reply.length;
      tally.span(encoding, end);
      check(index, reply, read);
    } catch (Refusal refusal) {
      tally.failed(refusal.result());
      if (refusal.result().hasConnectionError()) {
        close();
      }
    } catch (TaskFailure failure) {
      fail(failure);
    } catch (RuntimeException | Error defect) {
      close();
      fail(TaskFailure.internal(defect));
    }
  }

  private void fail(TaskFailure failure) {
    Result.Builder result = Result.newBuilder();
    failure.into(result);
    tally.failed(result.build());
  }

  private void open() {
    if (connection != null) {
      return;
    }
    if (brokenSince != 0) {
      pause();
    }
    try {
      connection = transport.connect(load.getServer(), request);
    } catch (Exception e) {
      broken();
      throw TaskFailure.connection(e);
    }
  }

  private byte[] exchange(byte[] wire) throws Refusal {
    try {
      byte[] reply = connection.exchange(wire);
      brokenSince = 0;
      return reply;
    } catch (Refusal refusal) {
      throw refusal;
    } catch (Exception e) {
      close();
      broken();
      throw TaskFailure.connection(e);
    }
  }

  private void broken() {
    if (brokenSince == 0) {
      brokenSince = System.nanoTime();
    }
  }

  /** Outside of the clock. */
  private void check(int index, byte[] reply, Object read) {
    if (right[index] != null && Arrays.equals(right[index], reply)) {
      tally.echoes++;
    } else if (Arrays.equals(codec.view(read), values.expected()[index])) {
      tally.echoes++;
      right[index] = reply;
    } else {
      tally.wrong(index);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(REOPEN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
