package wirebed.published;

/**
 * One system over one value. A clock runs around {@code write} and {@code read}; what an article
 * does outside of its clock stands in the other methods.
 */
abstract class Serializer {
  private final Class<?> library;
  private final boolean text;

  /** The bytes that were written last. */
  byte[] bytes;

  /** The object that was read last. A field keeps the compiler from leaving the reading out. */
  Object found;

  /** A system that writes bytes, and a class of its library. */
  Serializer(Class<?> library) {
    this(library, false);
  }

  /**
   * @param text whether the bytes are a text
   */
  Serializer(Class<?> library, boolean text) {
    this.library = library;
    this.text = text;
  }

  /** Makes what an article makes before it starts its clock. */
  void beforeWrite() throws Exception {}

  abstract void write() throws Exception;

  /** Puts into {@code bytes} what the clock does not see. */
  void afterWrite() throws Exception {}

  void beforeRead() throws Exception {}

  abstract void read() throws Exception;

  final boolean isText() {
    return text;
  }

  final Class<?> library() {
    return library;
  }

  /** Writes and reads once, without a clock. */
  final void once() throws Exception {
    writeOnce();
    beforeRead();
    read();
  }

  /** Writes without a clock. */
  final void writeOnce() throws Exception {
    beforeWrite();
    write();
    afterWrite();
  }
}
