package wirebed.dubbo;

import static wirebed.protocol.Model.PLAIN;

import java.io.IOException;
import java.util.List;
import wirebed.codec.CodecEntry;
import wirebed.codec.CoreCodecs;
import wirebed.codec.DocumentedErrors;
import wirebed.codec.Version;
import wirebed.codec.hessian.lite.HessianCodec;
import wirebed.peer.Peer;
import wirebed.peer.PeerDescription;

/** The Java peer with org.apache.dubbo:hessian-lite, and its one list of codecs. */
public final class Dubbo {
  private static final Version HESSIAN_LITE =
      Version.ofJar("hessian-lite", "com/alibaba/com/caucho/hessian/io/Hessian2Input.class");

  static final PeerDescription DESCRIPTION =
      new PeerDescription(
          "dubbo",
          List.of(
              CoreCodecs.NONE_PLAIN,
              new CodecEntry(
                      "hessian2",
                      "dubbo",
                      PLAIN,
                      HESSIAN_LITE,
                      DocumentedErrors.LITE,
                      tree -> new HessianCodec(new DubboGuards(tree)) {},
                      false,
                      true,
                      true)
                  .with(DubboGuards.SETTINGS)),
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
