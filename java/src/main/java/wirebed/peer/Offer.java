package wirebed.peer;

import java.util.List;
import wirebed.codec.ClassCodecs;
import wirebed.codec.Codecs;

/**
 * What a peer introduces itself with: its name, its codecs, and those for classes that were written
 * by hand.
 */
public record Offer(String peer, List<Codecs.Entry> codecs, List<ClassCodecs.Entry> classCodecs) {}
