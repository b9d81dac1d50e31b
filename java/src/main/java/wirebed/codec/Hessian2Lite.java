package wirebed.codec;

import java.util.List;
import wirebed.codec.guard.AllowList;
import wirebed.codec.hessian.lite.Guarded;
import wirebed.codec.hessian.lite.HessianCodec;
import wirebed.tree.Tree;

/** hessian2 with com.alibaba:hessian-lite, the fork that Dubbo ships. */
final class Hessian2Lite extends HessianCodec {
  /** The library looks up the interfaces and superclasses of a class on its list, too. */
  private static final List<String> INHERITED =
      List.of(
          "java.io.Serializable",
          "java.lang.Cloneable",
          "java.lang.Comparable",
          "java.lang.constant.Constable",
          "java.lang.constant.ConstantDesc",
          "java.util.AbstractCollection",
          "java.util.AbstractList",
          "java.util.AbstractMap",
          "java.util.AbstractSet",
          "java.util.List",
          "java.util.Map",
          "java.util.RandomAccess",
          "java.util.Set");

  Hessian2Lite(Tree tree) {
    super(new Guarded(tree.loader(), List.of(AllowList.pattern(tree, INHERITED))));
  }
}
