package wirebed.peer;

import java.util.List;
import wirebed.codec.CodecEntry;
import wirebed.codec.classes.ClassCodecEntry;

/** The name of a peer, its codecs, and its codecs for classes that were written by hand. */
public record PeerDescription(
    String peer, List<CodecEntry> codecs, List<ClassCodecEntry> classCodecs) {}
