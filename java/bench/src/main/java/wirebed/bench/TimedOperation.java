package wirebed.bench;

import com.google.protobuf.Message;
import java.util.Map;
import wirebed.codec.Codec;
import wirebed.codec.ReusingCodec;
import wirebed.tree.MessageType;

/**
 * One operation on one value, which JMH repeats and times.
 *
 * <p>A fork loads only one class of operation, so the compiler inlines the call of it. JMH consumes
 * the result, so the compiler cannot remove the work.
 */
interface TimedOperation {
  Object run() throws Exception;

  record Encode(Codec codec, MessageType type, Map<String, String> options, Object value)
      implements TimedOperation {
    @Override
    public Object run() throws Exception {
      return codec.encode(value, type, options);
    }
  }

  record EncodeReused(ReusingCodec codec, Object value) implements TimedOperation {
    @Override
    public Object run() throws Exception {
      return codec.encode(value);
    }
  }

  record Decode(Codec codec, MessageType type, Map<String, String> options, byte[] wire)
      implements TimedOperation {
    @Override
    public Object run() throws Exception {
      return codec.decode(wire, type, options);
    }
  }

  record DecodeReused(ReusingCodec codec, byte[] wire) implements TimedOperation {
    @Override
    public Object run() throws Exception {
      return codec.decode(wire);
    }
  }

  record Populate(
      Conversions<Object, Message> conversions,
      Codec codec,
      MessageType type,
      Map<String, String> options,
      Object plain)
      implements TimedOperation {
    @Override
    public Object run() throws Exception {
      return codec.encode(conversions.toMessage(plain), type, options);
    }
  }

  record PopulateReused(Conversions<Object, Message> conversions, ReusingCodec codec, Object plain)
      implements TimedOperation {
    @Override
    public Object run() throws Exception {
      return codec.encode(conversions.toMessage(plain));
    }
  }

  record Convert(
      Conversions<Object, Message> conversions,
      Codec codec,
      MessageType type,
      Map<String, String> options,
      byte[] wire)
      implements TimedOperation {
    @Override
    public Object run() throws Exception {
      return conversions.toPlain((Message) codec.decode(wire, type, options));
    }
  }

  record ConvertReused(Conversions<Object, Message> conversions, ReusingCodec codec, byte[] wire)
      implements TimedOperation {
    @Override
    public Object run() throws Exception {
      return conversions.toPlain((Message) codec.decode(wire));
    }
  }

  record Copy(Conversions<Object, Message> conversions, Object plain) implements TimedOperation {
    @Override
    public Object run() {
      return conversions.copy(plain);
    }
  }

  record Memcpy(byte[] from, byte[] to) implements TimedOperation {
    @Override
    public Object run() {
      System.arraycopy(from, 0, to, 0, from.length);
      return to;
    }
  }
}
