package wirebed.dubbo;

import static wirebed.codec.CodecEntry.plain;

import java.io.IOException;
import java.util.List;
import wirebed.codec.NonePlain;
import wirebed.codec.hessian.lite.HessianCodec;
import wirebed.peer.Peer;
import wirebed.peer.PeerDescription;

/** The Java peer with org.apache.dubbo:hessian-lite, and its one list of codecs. */
public final class Dubbo {
  static final PeerDescription DESCRIPTION =
      new PeerDescription(
          "dubbo",
          List.of(
              plain(NonePlain.ABOUT, tree -> new NonePlain()),
              plain(
                  "hessian2/dubbo",
                  () -> DubboGuards.ABOUT,
                  tree -> new HessianCodec(new DubboGuards(tree)) {})),
          List.of());

  private Dubbo() {}

  public static void main(String[] arguments) throws IOException {
    Peer.run(DESCRIPTION, arguments);
  }

  /** Describes this peer. */
  public static PeerDescription description() {
    return DESCRIPTION;
  }
}
