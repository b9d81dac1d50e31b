package wirebed.legacy;

import static wirebed.protocol.Model.PLAIN;

import java.io.IOException;
import java.util.List;
import wirebed.codec.CodecEntry;
import wirebed.codec.CoreCodecs;
import wirebed.codec.LibraryErrors;
import wirebed.codec.Version;
import wirebed.codec.classes.ClassCodecEntry;
import wirebed.peer.Peer;
import wirebed.peer.PeerDescription;

/** The second Java peer and its codecs: libraries that the main peer must not have. */
public final class Legacy {
  private static final Version JSON_LIB =
      Version.ofJar("json-lib", "net/sf/json/JSONObject.class").without("-jdk15");

  // Json-Lib documents no error of JSONObject.toBean(JSONObject, JsonConfig).
  private static final LibraryErrors ERRORS =
      LibraryErrors.of("net.sf.json.", "net.sf.ezmorph.")
          .documents(
              "net.sf.json.JSONException",
              "JSONObject.fromObject(Object, JsonConfig), @throws JSONException");

  static final PeerDescription DESCRIPTION =
      new PeerDescription(
          "legacy",
          List.of(
              CoreCodecs.NONE_PLAIN,
              CodecEntry.of("json", "json-lib", PLAIN, JSON_LIB, ERRORS, JsonLib::new)
                  .with(JsonLib.SETTINGS)),
          List.of(
              new ClassCodecEntry(
                  "json",
                  "json-lib",
                  JSON_LIB,
                  ERRORS,
                  JsonLibDefaults.SETTINGS,
                  JsonLibDefaults::new)));

  private Legacy() {}

  public static void main(String[] arguments) throws IOException {
    Peer.run(DESCRIPTION, arguments);
  }

  /** Describes this peer. */
  public static PeerDescription description() {
    return DESCRIPTION;
  }
}
