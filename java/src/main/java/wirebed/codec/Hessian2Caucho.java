package wirebed.codec;

import java.util.List;
import wirebed.codec.guard.AllowList;
import wirebed.codec.hessian.caucho.Guarded;
import wirebed.codec.hessian.caucho.HessianCodec;
import wirebed.tree.Tree;

/** hessian2 with com.caucho:hessian, the library of the format's authors. */
final class Hessian2Caucho extends HessianCodec {
  static final About ABOUT = about("caucho", "hessian").canonical();

  /** A boxed Float travels as an object of this class of the library. */
  private static final List<String> OF_LIBRARY = List.of("com.caucho.hessian.io.FloatHandle");

  Hessian2Caucho(Tree tree) {
    super(new Guarded(tree.loader(), List.of(AllowList.pattern(tree, OF_LIBRARY))));
  }
}
