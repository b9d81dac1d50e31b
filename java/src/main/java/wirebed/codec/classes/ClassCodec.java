package wirebed.codec.classes;

/** One library on classes that were written by hand. What it throws is the library's refusal. */
public interface ClassCodec {
  byte[] encode(Object value) throws Exception;

  /**
   * @param type what the reader expects; only a format that does not name its classes needs it
   */
  Object decode(byte[] wire, Class<?> type) throws Exception;
}
