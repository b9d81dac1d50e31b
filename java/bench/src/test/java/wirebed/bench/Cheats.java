package wirebed.bench;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import wirebed.codec.Codec;
import wirebed.tree.MessageType;

/** Codecs that cheat, each around an honest codec. */
final class Cheats {
  private Cheats() {}

  private abstract static class Delegating implements Codec {
    final Codec honest;

    Delegating(Codec honest) {
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

  /** Returns the bytes of the first value for every value. */
  static final class Constant extends Delegating {
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

  /** Returns the last bytes again for the same object, or for an equal one. */
  static final class Remembering extends Delegating {
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

  /** JSON without one of its numbers. */
  static final class Dropping extends Delegating {
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

  /** Returns the object that it read last, for the same bytes or for any bytes. */
  static final class ReadsOnce extends Delegating {
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

  /** Returns no object at all. */
  static final class ReadsNothing extends Delegating {
    ReadsNothing(Codec honest) {
      super(honest);
    }

    @Override
    public Object decode(byte[] wire, MessageType type, Map<String, String> options) {
      return null;
    }
  }
}
