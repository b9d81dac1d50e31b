package wirebed.echo;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.logging.LogManager;
import wirebed.echo.transport.Transport;
import wirebed.peer.Peer;
import wirebed.peer.PeerDescription;
import wirebed.tree.Tree;

/** The echo program of a Java peer (proto/wirebed/README.md, "Echo programs"). */
public final class Program {
  private static final String USAGE =
      "usage: wirebed-echo <schema tree> client | <schema tree> serve " + Settings.USAGE;

  private final PeerDescription peer;
  private final Map<String, Transport> transports;
  private final PrintStream out;

  private Program(PeerDescription peer, Map<String, Transport> transports, PrintStream out) {
    this.peer = peer;
    this.transports = transports;
    this.out = out;
  }

  public static void main(String[] words) throws IOException {
    run(Peer.description(), Transports.all(), words);
  }

  /** The main program with the codecs of a peer, and with these transports. */
  public static void run(PeerDescription peer, Map<String, Transport> transports, String[] words)
      throws IOException {
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true);
    // stdout belongs to the runner: whatever a library prints goes to stderr.
    System.setOut(System.err);
    // The libraries of transports would fill stderr with their words about every bad client.
    LogManager.getLogManager().reset();
    Program program = new Program(peer, transports, out);
    if (words.length == 2 && words[1].equals("client")) {
      program.ask(new Tree(Path.of(words[0])));
    } else if (words.length >= 2 && words[1].equals("serve")) {
      program.serve(new Tree(Path.of(words[0])), Arrays.copyOfRange(words, 2, words.length));
    } else {
      fail(USAGE);
    }
  }

  private void ask(Tree tree) throws IOException {
    try (Client client = new Client(tree, peer.codecs(), transports)) {
      Peer.serve(peer, tree, client);
    }
    System.exit(0); // libraries of transports may have left threads
  }

  private void serve(Tree tree, String[] options) {
    Settings settings;
    try {
      settings = Settings.of(transports.keySet(), options);
    } catch (IllegalArgumentException e) {
      fail(e.getMessage() + "\n" + USAGE);
      return;
    }
    try {
      Echoers echoers = new Echoers(tree, peer.codecs(), settings.maxMessage());
      Server server = new Server(settings, transports, echoers);
      // A signal ends the process as the end of stdin does.
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server)));
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
  private void end(Server server) {
    out.println(server.counts());
    out.flush();
    Runtime.getRuntime().halt(0);
  }

  private static void fail(String message) {
    System.err.println(message);
    System.exit(2);
  }
}
