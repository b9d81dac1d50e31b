package wirebed.raw;

/** Writes and reads a plain class as raw bytes. raw.java.j2 generates one for each class. */
public interface RawForm<T> {
  /** The prefix of a form's package; the package of the plain class follows. */
  String PACKAGE = "wirebed.generated.raw.";

  void write(T value, RawWriter out);

  T read(RawReader in);
}
