package wirebed.codec;

import java.util.Map;

/** A codec that also writes and reads values without a schema ({@link wirebed.bridge.Bare}). */
public interface BareCodec extends Codec {
  byte[] encodeBare(Object value, Map<String, String> options) throws Exception;

  Object decodeBare(byte[] wire, Map<String, String> options) throws Exception;
}
