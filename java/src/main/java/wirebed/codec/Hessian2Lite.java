package wirebed.codec;

import wirebed.codec.hessian.lite.Guarded;
import wirebed.codec.hessian.lite.HessianCodec;
import wirebed.tree.Tree;

/** hessian2 with com.alibaba:hessian-lite, whose successor is in java/dubbo. */
final class Hessian2Lite extends HessianCodec {
  static final About ABOUT = about("lite", "hessian-lite");

  Hessian2Lite(Tree tree) {
    super(new Guarded(tree));
  }
}
