package wirebed.codec;

import java.util.function.Function;
import java.util.function.Supplier;
import wirebed.protocol.Model;
import wirebed.tree.Tree;

/** A codec of the list: what it says of itself, and how it is opened. */
public record CodecEntry(About about, Model model, Function<Tree, Codec> open) {
  /** A codec of protobuf messages. */
  public static CodecEntry message(About about, Function<Tree, Codec> open) {
    return new CodecEntry(about, Model.MESSAGE, open);
  }

  /** A codec of plain objects. */
  public static CodecEntry plain(About about, Function<Tree, Codec> open) {
    return new CodecEntry(about, Model.PLAIN, open);
  }

  /**
   * A codec of protobuf messages with a library of its own; see {@link About#of(String, Supplier)}.
   */
  public static CodecEntry message(String id, Supplier<About> about, Function<Tree, Codec> open) {
    return message(About.of(id, about), open);
  }

  /** A codec of plain objects with a library of its own; see {@link About#of(String, Supplier)}. */
  public static CodecEntry plain(String id, Supplier<About> about, Function<Tree, Codec> open) {
    return plain(About.of(id, about), open);
  }

  public String id() {
    return about.id();
  }

  public boolean encodes() {
    return about.codec().getEncodes();
  }

  public wirebed.protocol.Codec introduce() {
    return about.introduce(model);
  }
}
