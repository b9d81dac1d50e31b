package wirebed.raw;

/** How a plain class stands in raw bytes. One is generated for each, by raw.java.j2. */
public interface RawForm<T> {
  /** Package of the generated forms, in front of that of the plain class. */
  String PACKAGE = "wirebed.generated.raw.";

  void write(T value, RawWriter out);

  T read(RawReader in);
}
