package wirebed.bench;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import wirebed.codec.CodecEntry;
import wirebed.codec.Codecs;
import wirebed.protocol.BenchTask;
import wirebed.protocol.Model;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/** Values of the interop tree from the cases. The tree must have been built for benchmarks. */
final class Cases {
  static final Tree TREE = new Tree(Path.of(System.getProperty("wirebed.tree")));

  private static final Path FOLDER = Path.of("../../fixtures/cases");
  private static final Pattern MESSAGE = Pattern.compile("# proto-message: (\\S+)");

  /** A value as text, and its message. */
  record Case(String name, String message, String text) {
    MessageType type() {
      return TREE.type(message);
    }

    /** The message as the text format's own parser reads it. */
    Object read() throws Exception {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return entry("prototext/protobuf-java").open().apply(TREE).decode(bytes, type(), Map.of());
    }

    byte[] view() throws Exception {
      return type().bridge(Model.MESSAGE).view(read());
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private Cases() {}

  static Operations operations() {
    return new Operations(TREE, Codecs.all());
  }

  static CodecEntry entry(String id) {
    return Codecs.all().stream().filter(one -> one.id().equals(id)).findFirst().orElseThrow();
  }

  static List<Case> all() {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(".txtpb"))
          .sorted()
          .map(Cases::load)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Case testobject() {
    return load(FOLDER.resolve("Testobject/article.txtpb"));
  }

  static Case stock() {
    return load(FOLDER.resolve("Stock/article_hessian.txtpb"));
  }

  static Case family() {
    return load(FOLDER.resolve("Person/family.txtpb"));
  }

  static BenchTask.Builder task(String codec, Case value) throws Exception {
    return BenchTask.newBuilder()
        .setId("task")
        .setCodec(codec)
        .setMessage(value.message())
        .setView(ByteString.copyFrom(value.view()));
  }

  private static Case load(Path file) {
    try {
      String text = Files.readString(file);
      Matcher message = MESSAGE.matcher(text);
      if (!message.find()) {
        throw new IllegalStateException(file + " says no message");
      }
      return new Case(FOLDER.relativize(file).toString(), message.group(1), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
