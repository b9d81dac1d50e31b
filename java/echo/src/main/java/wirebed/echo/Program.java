package wirebed.echo;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import wirebed.peer.Peer;
import wirebed.peer.PeerDescription;
import wirebed.tree.Tree;

/**
 * The echo program of a Java peer (proto/wirebed/README.md, "Echo programs"). The system properties
 * name the schema tree, and the class whose method {@code description} describes the peer.
 */
public final class Program {
  private static final String USAGE = "usage: client | serve " + Settings.USAGE;

  private Program() {}

  public static void main(String[] words) throws IOException {
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true);
    // stdout belongs to the runner: whatever a library prints goes to stderr.
    System.setOut(System.err);
    String face = words.length == 0 ? "" : words[0];
    if (face.equals("client") && words.length == 1) {
      PeerDescription peer = peer();
      Tree tree = tree();
      Peer.serve(peer, tree, new Client(tree, peer.codecs(), Transports.all()));
      System.exit(0); // libraries of transports may have left threads
    } else if (face.equals("serve")) {
      serve(words, out);
    } else {
      fail(USAGE);
    }
  }

  private static void serve(String[] words, PrintStream out) {
    Settings settings;
    try {
      settings = Settings.of(Transports.all().keySet(), words);
    } catch (IllegalArgumentException e) {
      fail(e.getMessage() + "\n" + USAGE);
      return;
    }
    try {
      Server server = new Server(settings, Transports.all(), new Echoers(tree(), peer().codecs()));
      // A signal ends the process as the end of stdin does.
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server, out)));
      server.start(out);
      while (System.in.read() >= 0) {
        // Nothing is asked on stdin; only its end counts.
      }
      System.exit(0);
    } catch (IOException | RuntimeException e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(2);
    }
  }

  /** The connections end with the process: waiting for them could take as long as they like. */
  private static void end(Server server, PrintStream out) {
    out.println(server.counts());
    out.flush();
    Runtime.getRuntime().halt(0);
  }

  private static void fail(String message) {
    System.err.println(message);
    System.exit(2);
  }

  private static PeerDescription peer() {
    return PeerDescription.ofClass(property("wirebed.peer"));
  }

  private static Tree tree() {
    return new Tree(Path.of(property("wirebed.tree")));
  }

  private static String property(String name) {
    String value = System.getProperty(name);
    if (value == null) {
      throw new IllegalStateException("the system property " + name + " is not set");
    }
    return value;
  }
}
