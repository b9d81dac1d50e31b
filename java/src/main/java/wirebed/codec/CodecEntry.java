package wirebed.codec;

import java.util.function.Function;
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
