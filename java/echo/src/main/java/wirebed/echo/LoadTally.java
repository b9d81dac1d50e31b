package wirebed.echo;

import wirebed.protocol.Failure;
import wirebed.protocol.Latencies;
import wirebed.protocol.Loaded;
import wirebed.protocol.Result;

/** The outcomes of the echoes of one connection, or of all. */
final class LoadTally {
  final Latencies.Builder roundTrip = Latencies.newBuilder();
  final Latencies.Builder whole = Latencies.newBuilder();
  long echoes;
  long wrong;
  long failed;
  long sent;
  long received;
  private long began = Long.MAX_VALUE; // both by System.nanoTime(), which is not negative here
  private long ended;
  private Failure first;
  private long firstAt;

  void span(long from, long to) {
    began = Math.min(began, from);
    ended = Math.max(ended, to);
  }

  void failed(Result result) {
    failed++;
    first(failure(result));
  }

  void wrong(int value) {
    wrong++;
    first(Failure.newBuilder().setReason("value " + value + " came back as another one").build());
  }

  private void first(Failure failure) {
    if (first == null) {
      first = failure;
      firstAt = System.nanoTime();
    }
  }

  /** The failure that a result of any kind holds. */
  static Failure failure(Result result) {
    return switch (result.getOutcomeCase()) {
      case DECODE_ERROR -> result.getDecodeError();
      case ENCODE_ERROR -> result.getEncodeError();
      case INTERNAL_ERROR -> result.getInternalError();
      case CONNECTION_ERROR -> result.getConnectionError();
      case UNSUPPORTED ->
          Failure.newBuilder().setReason(result.getUnsupported().getReason()).build();
      default -> Failure.newBuilder().setReason("a refusal without a reason").build();
    };
  }

  void add(LoadTally other) {
    roundTrip.addAllEach(other.roundTrip.getEachList());
    whole.addAllEach(other.whole.getEachList());
    echoes += other.echoes;
    wrong += other.wrong;
    failed += other.failed;
    sent += other.sent;
    received += other.received;
    span(other.began, other.ended);
    if (other.first != null && (first == null || other.firstAt < firstAt)) {
      first = other.first;
      firstAt = other.firstAt;
    }
  }

  Loaded message() {
    Loaded.Builder loaded =
        Loaded.newBuilder()
            .setEchoes(echoes)
            .setWrong(wrong)
            .setFailed(failed)
            .setSeconds(ended > began ? (ended - began) / 1e9 : 0)
            .setSent(sent)
            .setReceived(received)
            .setRoundTrip(roundTrip)
            .setWhole(whole);
    if (first != null) {
      loaded.setFirst(first);
    }
    return loaded.build();
  }
}
