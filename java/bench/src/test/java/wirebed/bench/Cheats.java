package wirebed.bench;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import wirebed.codec.Codec;
import wirebed.tree.MessageType;

/** Codecs that do less than they say, around one that is honest. */
final class Cheats {
  private Cheats() {}

  private abstract static class Around implements Codec {
    final Codec honest;

    Around(Codec honest) {
      this.honest = honest;
    }

    @Override
    public byte[] encode(Object value, MessageType type, Map<String, String> options)
        throws Exception {
      return honest.encode(value, type, options);
    }

    @Override
    public Object decode(byte[] wire, MessageType type, Map<String, String> options)
        throws Exception {
      return honest.decode(wire, type, options);
    }
  }

  /** The bytes of the first value, whatever the value. */
  static final class Constant extends Around {
    private byte[] first;

    Constant(Codec honest) {
      super(honest);
    }

    @Override
    public byte[] encode(Object value, MessageType type, Map<String, String> options)
        throws Exception {
      if (first == null) {
        first = super.encode(value, type, options);
      }
      return first.clone();
    }
  }

  /** The last bytes again for the same object, or for an equal one. */
  static final class Remembering extends Around {
    private final boolean equal;
    private final boolean clones;
    private Object last;
    private byte[] bytes;

    Remembering(Codec honest, boolean equal, boolean clones) {
      super(honest);
      this.equal = equal;
      this.clones = clones;
    }

    @Override
    public byte[] encode(Object value, MessageType type, Map<String, String> options)
        throws Exception {
      if (last == null || !(equal ? value.equals(last) : value == last)) {
        last = value;
        bytes = super.encode(value, type, options);
      }
      return clones ? bytes.clone() : bytes;
    }
  }

  /** JSON without one of the numbers. */
  static final class Dropping extends Around {
    Dropping(Codec honest) {
      super(honest);
    }

    @Override
    public byte[] encode(Object value, MessageType type, Map<String, String> options)
        throws Exception {
      String text = new String(super.encode(value, type, options), StandardCharsets.UTF_8);
      return text.replaceAll("\"b\":\\d+", "\"b\":0").getBytes(StandardCharsets.UTF_8);
    }
  }

  /** The object that was read last, for the same bytes or for any. */
  static final class ReadsOnce extends Around {
    private final boolean any;
    private byte[] last;
    private Object value;

    ReadsOnce(Codec honest, boolean any) {
      super(honest);
      this.any = any;
    }

    @Override
    public Object decode(byte[] wire, MessageType type, Map<String, String> options)
        throws Exception {
      if (last == null || !any && !Arrays.equals(last, wire)) {
        last = wire.clone();
        value = super.decode(wire, type, options);
      }
      return value;
    }
  }

  /** No object at all. */
  static final class ReadsNothing extends Around {
    ReadsNothing(Codec honest) {
      super(honest);
    }

    @Override
    public Object decode(byte[] wire, MessageType type, Map<String, String> options) {
      return null;
    }
  }
}
