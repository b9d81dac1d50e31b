package wirebed.legacy.echo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import wirebed.codec.CodecEntry;
import wirebed.codec.JavaSerial;
import wirebed.codec.NoneMessage;
import wirebed.codec.Protobuf;
import wirebed.echo.Program;
import wirebed.echo.Transports;
import wirebed.echo.transport.Transport;
import wirebed.legacy.Legacy;
import wirebed.peer.PeerDescription;

/**
 * The echo program of the second peer. Beside the peer's own codecs it has the others of seed S1,
 * so that all formats of that article go over its transports.
 */
public final class LegacyEcho {
  private LegacyEcho() {}

  public static void main(String[] words) throws IOException {
    PeerDescription legacy = Legacy.description();
    List<CodecEntry> codecs = new ArrayList<>(legacy.codecs());
    codecs.add(CodecEntry.message(NoneMessage.ABOUT, tree -> new NoneMessage()));
    codecs.add(CodecEntry.message(Protobuf.ABOUT, Protobuf::new));
    codecs.add(CodecEntry.plain(JavaSerial.ABOUT, JavaSerial::new));
    Map<String, Transport> transports = new LinkedHashMap<>(Transports.all());
    for (String protocol : List.of("socket", "http", "rmi")) {
      transports.put("jboss-" + protocol, new JBossTransport(protocol));
    }
    Program.run(
        new PeerDescription(legacy.peer(), codecs, legacy.classCodecs()), transports, words);
  }
}
