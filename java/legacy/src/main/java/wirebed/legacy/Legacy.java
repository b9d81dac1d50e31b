package wirebed.legacy;

import static wirebed.codec.CodecEntry.plain;

import java.io.IOException;
import java.util.List;
import wirebed.codec.NonePlain;
import wirebed.codec.classes.ClassCodecEntry;
import wirebed.peer.Peer;
import wirebed.peer.PeerDescription;

/** The second Java peer and its codecs: libraries that the main peer must not have. */
public final class Legacy {
  static final PeerDescription DESCRIPTION =
      new PeerDescription(
          "legacy",
          List.of(
              plain(NonePlain.ABOUT, tree -> new NonePlain()),
              plain("json/json-lib", () -> JsonLib.ABOUT, tree -> new JsonLib(tree))),
          List.of(
              ClassCodecEntry.of(
                  "json/json-lib",
                  () -> JsonLibDefaults.ABOUT,
                  tree -> new JsonLibDefaults(tree))));

  private Legacy() {}

  public static void main(String[] arguments) throws IOException {
    Peer.run(DESCRIPTION, arguments);
  }

  /** Describes this peer. */
  public static PeerDescription description() {
    return DESCRIPTION;
  }
}
