package wirebed.peer;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Codecs by their id, each opened at its first use. The version of a library on the class path may
 * not have what a codec needs: then the JVM cannot link the codec, and each task with it is
 * unsupported, with the JVM's words at the first use, since it says less at the next.
 */
final class Opened<C> {
  private final Function<String, C> open;
  private final Map<String, Supplier<C>> opened = new HashMap<>();

  Opened(Function<String, C> open) {
    this.open = open;
  }

  C of(String id) {
    Supplier<C> codec = opened.get(id);
    if (codec == null) {
      codec = attempt(id);
      opened.put(id, codec);
    }
    return codec.get();
  }

  private Supplier<C> attempt(String id) {
    try {
      C codec = open.apply(id);
      return () -> codec;
    } catch (LinkageError e) {
      String words = Failures.words(e);
      return () -> {
        throw TaskFailure.unsupported(words);
      };
    }
  }
}
