package wirebed.peer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import wirebed.codec.Codec;
import wirebed.codec.CodecEntry;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/** The codecs of a peer on one tree, each opened at its first use. They are for one thread. */
public final class OpenCodecs {
  private final Tree tree;
  private final Map<String, CodecEntry> entries = new HashMap<>();
  private final Opened<Codec> open = new Opened<>(this::opened);

  public OpenCodecs(Tree tree, List<CodecEntry> entries) {
    this.tree = tree;
    entries.forEach(entry -> this.entries.put(entry.id(), entry));
  }

  /** The codec for the values of one message. */
  public MessageCodec of(String id, String message, Map<String, String> options) {
    CodecEntry entry = entry(id);
    if (!tree.has(message, entry.model())) {
      throw TaskFailure.unsupported(tree.whyNot(message));
    }
    MessageType type = tree.type(message);
    return new MessageCodec(entry, codec(entry), type, type.bridge(entry.model()), options);
  }

  CodecEntry entry(String id) {
    CodecEntry entry = entries.get(id);
    if (entry == null) {
      throw TaskFailure.unsupported("this peer has no codec " + id);
    }
    return entry;
  }

  Codec codec(CodecEntry entry) {
    return open.of(entry.id());
  }

  private Codec opened(String id) {
    return entry(id).open().apply(tree);
  }
}
