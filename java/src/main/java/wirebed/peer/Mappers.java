package wirebed.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import wirebed.codec.About;
import wirebed.codec.Codec;
import wirebed.codec.CodecEntry;
import wirebed.codec.JsonGson;
import wirebed.codec.Settings;
import wirebed.codec.json.JacksonCodec;
import wirebed.tree.Tree;

/**
 * The codecs whose mapper code of the bed makes, {@code json/jackson~ours}. The file {@code
 * mappers.list} of the tree names them: peer, codec and method, a line each. Each has all that the
 * codec before the {@code ~} says of its library, and none of its settings.
 */
final class Mappers {
  /** How a codec takes a mapper, by the codec; see {@code mappers:} in java/peer.yaml. */
  private static final Map<String, Function<Object, Codec>> TAKES =
      Map.of(
          "json/jackson", mapper -> JacksonCodec.of(mapper),
          "json/gson", mapper -> JsonGson.of(mapper));

  private static final Path LIST = Path.of("mappers.list");

  private Mappers() {}

  /** The peer with the codecs that the bed of a tree adds to it. */
  static PeerDescription add(PeerDescription peer, Tree tree) {
    List<CodecEntry> codecs = new ArrayList<>(peer.codecs());
    for (String line : lines(tree.folder().resolve(LIST))) {
      String[] parts = line.split("\t");
      if (parts[0].equals(peer.peer())) {
        codecs.add(entry(parts[1], parts[2], peer.codecs()));
      }
    }
    return new PeerDescription(peer.peer(), List.copyOf(codecs), peer.classCodecs());
  }

  private static List<String> lines(Path list) {
    try {
      return Files.exists(list) ? Files.readAllLines(list) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CodecEntry entry(String id, String method, List<CodecEntry> known) {
    String base = id.substring(0, id.indexOf('~'));
    About about = known.stream().filter(entry -> entry.id().equals(base)).findAny().get().about();
    Settings settings = Settings.NONE.code(method, "The bed names it in its bed.yaml.");
    return CodecEntry.plain(
        about.named(id.substring(id.indexOf('/') + 1)).settings(settings),
        tree -> opened(base, method, tree));
  }

  private static Codec opened(String base, String method, Tree tree) {
    Object mapper = made(method, tree);
    try {
      return TAKES.get(base).apply(mapper);
    } catch (ClassCastException e) {
      String type = mapper.getClass().getName();
      throw TaskFailure.unsupported(
          method + " returns a " + type + ", and not what " + base + " takes");
    }
  }

  /** Calls the method. */
  private static Object made(String method, Tree tree) {
    int dot = method.lastIndexOf('.');
    try {
      Class<?> type = Class.forName(method.substring(0, dot), true, tree.loader());
      Object mapper = type.getMethod(method.substring(dot + 1)).invoke(null);
      if (mapper == null) {
        throw TaskFailure.unsupported(method + " returns null");
      }
      return mapper;
    } catch (ClassNotFoundException e) {
      throw TaskFailure.unsupported("the files of the mapper have no class " + e.getMessage());
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof LinkageError unlinked) {
        throw unlinked;
      }
      throw TaskFailure.unsupported(method + " threw " + e.getCause());
    } catch (ReflectiveOperationException | NullPointerException e) {
      throw TaskFailure.unsupported(method + " is no public static method without arguments");
    }
  }
}
