package wirebed.bridge;

/** How one kind of value of a message (a scalar, an enum, a message) is written and read. */
interface MessageValue {
  void write(Object value, ViewWriter out);

  /** A text that is not valid UTF-8 is read as {@link InvalidUtf8}. */
  Object read(ViewReader in);
}
