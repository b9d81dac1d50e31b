package wirebed.peer;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.nio.file.Path;
import wirebed.codec.Codecs;
import wirebed.codec.classes.ClassCodecs;
import wirebed.protocol.Column;
import wirebed.protocol.ColumnAnswers;
import wirebed.protocol.Introduction;
import wirebed.protocol.Loaded;
import wirebed.protocol.Reply;
import wirebed.protocol.Request;
import wirebed.protocol.Results;
import wirebed.protocol.Task;
import wirebed.tree.Tree;

/**
 * A Java peer: answers requests on stdin with replies on stdout until stdin ends
 * (proto/wirebed/peer.proto).
 */
public final class Peer {
  private static final int BUFFER = 1 << 16;

  private final PeerDescription description;
  private final EchoClient echoes;
  private final Tasks tasks;

  public Peer(PeerDescription description, Tree tree) {
    this(description, tree, EchoClient.NONE);
  }

  private Peer(PeerDescription description, Tree tree, EchoClient echoes) {
    this.description = description;
    this.echoes = echoes;
    tasks = new Tasks(tree, description, echoes);
  }

  public static void main(String[] arguments) throws IOException {
    run(description(), arguments);
  }

  /** Describes this peer, without the libraries of its codecs. */
  public static PeerDescription description() {
    return new PeerDescription("java", Codecs.all(), ClassCodecs.all());
  }

  /** The main program of a peer with these codecs. */
  public static void run(PeerDescription description, String[] arguments) throws IOException {
    boolean descriptors = arguments.length == 2 && arguments[1].equals("--descriptors");
    if (arguments.length != 1 && !descriptors) {
      System.err.println("usage: wirebed-peer <schema tree> [--descriptors] | --warm-up");
      System.exit(2);
    }
    // stdout belongs to the replies: whatever a library prints goes to stderr.
    System.setOut(System.err);
    if (descriptors) {
      serve(description.ofMessages(), Tree.ofDescriptors(Path.of(arguments[0])), EchoClient.NONE);
    } else if (arguments[0].equals("--warm-up")) {
      WarmUp.run(description);
    } else {
      Tree tree = new Tree(Path.of(arguments[0]));
      serve(Mappers.add(description, tree), tree, EchoClient.NONE);
    }
  }

  /** Answers the requests on stdin. */
  public static void serve(PeerDescription description, Tree tree, EchoClient echoes)
      throws IOException {
    InputStream in = new BufferedInputStream(new FileInputStream(FileDescriptor.in), BUFFER);
    OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER);
    new Peer(description, tree, echoes).serve(in, out);
  }

  void serve(InputStream in, OutputStream out) throws IOException {
    for (Request request = Request.parseDelimitedFrom(in);
        request != null;
        request = Request.parseDelimitedFrom(in)) {
      answer(request).writeDelimitedTo(out);
      out.flush();
    }
  }

  private Reply answer(Request request) {
    Reply.Builder reply = Reply.newBuilder().setId(request.getId());
    switch (request.getKindCase()) {
      case HELLO -> reply.setIntroduction(introduce());
      case BATCH -> {
        Results.Builder results = Results.newBuilder();
        for (Task task : request.getBatch().getTasksList()) {
          results.addResults(tasks.run(task));
        }
        reply.setResults(results);
      }
      case COLUMNS -> {
        ColumnAnswers.Builder answers = ColumnAnswers.newBuilder();
        for (Column column : request.getColumns().getColumnsList()) {
          answers.addColumns(Columns.answer(tasks, column));
        }
        reply.setColumnAnswers(answers);
      }
      case LOAD -> {
        Loaded loaded = echoes.load(request.getLoad());
        if (loaded != null) {
          reply.setLoaded(loaded);
        }
      }
      case KIND_NOT_SET -> {} // a newer runner may send this; the reply has no kind either
    }
    return reply.build();
  }

  private Introduction introduce() {
    String runtime = "OpenJDK" + ofMachine() + " " + System.getProperty("java.version");
    Introduction.Builder introduction =
        Introduction.newBuilder()
            .setPeer(description.peer())
            .setLanguage("Java")
            .setRuntime(runtime);
    description.codecs().forEach(entry -> introduction.addCodecs(entry.introduce()));
    description.classCodecs().forEach(entry -> introduction.addClassCodecs(entry.introduce()));
    return introduction.addAllTransports(echoes.transports()).build();
  }

  /** In which way this machine is unlike most: " (big-endian)", " (32-bit)"; otherwise empty. */
  private static String ofMachine() {
    String order = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? " (big-endian)" : "";
    return order + ("32".equals(System.getProperty("sun.arch.data.model")) ? " (32-bit)" : "");
  }
}
