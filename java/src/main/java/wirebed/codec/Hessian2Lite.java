package wirebed.codec;

import java.util.List;
import wirebed.codec.guard.AllowList;
import wirebed.codec.hessian.lite.Guarded;
import wirebed.codec.hessian.lite.HessianCodec;
import wirebed.tree.Tree;

/** hessian2 with com.alibaba:hessian-lite, the fork that Dubbo ships. */
final class Hessian2Lite extends HessianCodec {
  Hessian2Lite(Tree tree) {
    super(new Guarded(tree.loader(), List.of(AllowList.pattern(tree, AllowList.INHERITED))));
  }
}
