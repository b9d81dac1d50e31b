package wirebed.bridge;

/**
 * How one Java type of a plain class is written into a view and read from it.
 *
 * <p>Writing casts each value to its declared type, as the code of the bean's user does, so it
 * throws a ClassCastException where that code would.
 */
interface PlainValue {
  /** A value that is not null. */
  void write(Object value, ViewWriter out);

  Object read(ViewReader in);

  /** An element of a collection, which may be null. */
  default void writeElement(Object value, ViewWriter out) {
    if (value == null) {
      out.none();
    } else {
      write(value, out);
    }
  }

  default Object readElement(ViewReader in) {
    if (in.peek() == 'n') {
      in.tag();
      return null;
    }
    return read(in);
  }
}
