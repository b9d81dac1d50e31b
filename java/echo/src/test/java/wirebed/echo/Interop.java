package wirebed.echo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import wirebed.codec.Codecs;
import wirebed.echo.transport.Connection;
import wirebed.echo.transport.Listener;
import wirebed.peer.MessageCodec;
import wirebed.peer.OpenCodecs;
import wirebed.protocol.EchoServer;
import wirebed.tree.Tree;

/** Persons of the interop tree, and servers in this process. */
public final class Interop {
  public static final Path FOLDER = Path.of(System.getProperty("wirebed.tree"));
  public static final Tree TREE = new Tree(FOLDER);
  public static final String PERSON = "interop.Person";

  private Interop() {}

  static OpenCodecs codecs() {
    return new OpenCodecs(TREE, Codecs.all());
  }

  static MessageCodec codec(String id) {
    return codecs().of(id, PERSON, Map.of());
  }

  /** Compact, with the fields in the order of the plain class: as Jackson writes it. */
  public static byte[] json(String name) {
    String text =
        "{\"id\":\"1\",\"name\":\"%s\",\"age\":30,\"sex\":\"FEMALE\",\"address\":null,"
            + "\"children\":[],\"friends\":{}}";
    MessageCodec jackson = codec("json/jackson");
    byte[] wire = text.formatted(name).getBytes(StandardCharsets.UTF_8);
    return jackson.encode(jackson.decode(wire));
  }

  static byte[] view(String name) {
    MessageCodec jackson = codec("json/jackson");
    return jackson.view(jackson.decode(json(name)));
  }

  public static Settings settings(String... words) {
    return Settings.of(Transports.all().keySet(), words);
  }

  public static Echoers echoers() {
    return new Echoers(TREE, Codecs.all(), Settings.MAX_MESSAGE);
  }

  public static Listener serve(String transport, Echoers echoers, String... options)
      throws IOException {
    return Transports.all().get(transport).serve(settings(options), 0, echoers);
  }

  public static EchoServer at(String transport, int port, String codec) {
    return EchoServer.newBuilder()
        .setTransport(transport)
        .setHost("127.0.0.1")
        .setPort(port)
        .setCodec(codec)
        .setDeadline(60)
        .build();
  }

  public static Connection connect(String transport, int port, String codec) throws Exception {
    return Transports.all()
        .get(transport)
        .connect(at(transport, port, codec), new Request(codec, PERSON, Map.of()));
  }

  static List<String> transports() {
    return List.copyOf(Transports.all().keySet());
  }
}
