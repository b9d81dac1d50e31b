package wirebed.peer;

import java.util.List;
import wirebed.codec.CodecEntry;
import wirebed.codec.classes.ClassCodecEntry;
import wirebed.protocol.Model;

/** The name of a peer, its codecs, and its codecs for classes that were written by hand. */
public record PeerDescription(
    String peer, List<CodecEntry> codecs, List<ClassCodecEntry> classCodecs) {
  /** The same peer with the codecs of protobuf messages only, which need no compiled classes. */
  PeerDescription ofMessages() {
    return new PeerDescription(
        peer, codecs.stream().filter(e -> e.model() == Model.MESSAGE).toList(), List.of());
  }
}
