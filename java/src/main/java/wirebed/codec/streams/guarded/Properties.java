package wirebed.codec.streams.guarded;

/** Reads java.util.Properties from an object stream, as {@link Hashtable} reads their parent. */
public final class Properties extends Hashtable {
  private static final long serialVersionUID = 4112578634029874840L;

  /** The stream declares this field as java.util.Properties. */
  private Object defaults;

  private Object readResolve() {
    java.util.Properties properties = new java.util.Properties((java.util.Properties) defaults);
    properties.putAll(held);
    return properties;
  }
}
