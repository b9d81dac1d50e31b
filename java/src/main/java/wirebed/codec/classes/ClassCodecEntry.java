package wirebed.codec.classes;

import java.util.function.Function;
import java.util.function.Supplier;
import wirebed.codec.About;
import wirebed.protocol.Codec;
import wirebed.protocol.Model;
import wirebed.tree.Tree;

/** A codec for classes that were written by hand: what it says of itself, and how it is opened. */
public record ClassCodecEntry(About about, Function<Tree, ClassCodec> open) {
  /** A codec with a library of its own; see {@link About#of(String, Supplier)}. */
  public static ClassCodecEntry of(
      String id, Supplier<About> about, Function<Tree, ClassCodec> open) {
    return new ClassCodecEntry(About.of(id, about), open);
  }

  public String id() {
    return about.id();
  }

  public Codec introduce() {
    return about.bare().introduce(Model.PLAIN);
  }
}
