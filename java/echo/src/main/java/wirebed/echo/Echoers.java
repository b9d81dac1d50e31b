package wirebed.echo;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import wirebed.codec.CodecEntry;
import wirebed.peer.OpenCodecs;
import wirebed.tree.Tree;

/**
 * Opens echoers. A transport with a thread for each connection leases the codecs for a connection;
 * another one has codecs for each of its threads. So the number of codecs that are opened is
 * bounded: opening one takes a library up to a second.
 */
public final class Echoers {
  private static final int MOST_LINES = 16;

  private final Tree tree;
  private final List<CodecEntry> entries;
  private final int maxMessage;
  private final Counts counts = new Counts();
  private final ConcurrentLinkedQueue<OpenCodecs> unused = new ConcurrentLinkedQueue<>();
  private final ThreadLocal<Worker> worker = ThreadLocal.withInitial(Worker::new);

  /**
   * @param maxMessage a longer reply is refused
   */
  public Echoers(Tree tree, List<CodecEntry> entries, int maxMessage) {
    this.tree = tree;
    this.entries = entries;
    this.maxMessage = maxMessage;
  }

  public Counts counts() {
    return counts;
  }

  /** Codecs for one connection, until it is closed. */
  public final class Lease implements AutoCloseable {
    private final OpenCodecs codecs = take();

    public Echoer open(String line) {
      return new Echoer(codecs, line, maxMessage, counts);
    }

    @Override
    public void close() {
      unused.add(codecs);
    }
  }

  public Lease lease() {
    return new Lease();
  }

  /** The echoer of this thread for a line. */
  public Echoer ofThread(String line) {
    return worker.get().echoer(line);
  }

  private OpenCodecs take() {
    OpenCodecs codecs = unused.poll();
    return codecs == null ? new OpenCodecs(tree, entries) : codecs;
  }

  private final class Worker {
    private final OpenCodecs codecs = new OpenCodecs(tree, entries);
    private final Map<String, Echoer> echoers =
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Echoer> eldest) {
            return size() > MOST_LINES; // a line comes from outside
          }
        };

    Echoer echoer(String line) {
      // A line that is too long is refused, whatever follows its first part.
      String kept = line.substring(0, Math.min(line.length(), Request.LONGEST_LINE + 1));
      return echoers.computeIfAbsent(kept, key -> new Echoer(codecs, key, maxMessage, counts));
    }
  }
}
