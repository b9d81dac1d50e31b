package wirebed.codec.classes;

import java.util.function.Function;
import wirebed.codec.About;
import wirebed.protocol.Codec;
import wirebed.protocol.Model;
import wirebed.tree.Tree;

/** A codec for classes that were written by hand: what it says of itself, and how it is opened. */
public record ClassCodecEntry(About about, Function<Tree, ClassCodec> open) {
  public String id() {
    return about.id();
  }

  public Codec introduce() {
    return about.bare().introduce(Model.PLAIN);
  }
}
