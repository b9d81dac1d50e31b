package wirebed.legacy;

import static wirebed.protocol.Model.PLAIN;

import java.io.IOException;
import java.util.List;
import wirebed.codec.Codecs.Entry;
import wirebed.codec.NonePlain;
import wirebed.codec.Version;
import wirebed.peer.Offer;
import wirebed.peer.Peer;

/** The second Java peer and its one list of codecs: libraries that the main peer must not have. */
public final class Legacy {
  private static final Version JSON_LIB =
      Version.ofJar("json-lib", "net/sf/json/JSONObject.class").without("-jdk15");

  static final Offer OFFER =
      new Offer(
          "legacy",
          List.of(
              Entry.of("none", "plain", PLAIN, Version.ofRuntime(), tree -> new NonePlain()),
              Entry.of("json", "json-lib", PLAIN, JSON_LIB, JsonLib::new)),
          List.of());

  private Legacy() {}

  public static void main(String[] arguments) throws IOException {
    Peer.run(OFFER, arguments);
  }

  /** What this peer introduces itself with. */
  public static Offer offer() {
    return OFFER;
  }
}
