package wirebed.bench;

/**
 * The code that an author writes by hand for a plain class and its message: a deep copy, and the
 * conversions in both directions, field by field. bench.java.j2 generates this for each plain
 * class.
 *
 * @param <P> the plain class
 * @param <M> the class that protoc generates
 */
public interface Conversions<P, M> {
  /** The prefix of the generated package; the package of the plain class follows. */
  String PACKAGE = "wirebed.generated.bench.";

  P copy(P from);

  M toMessage(P from);

  P toPlain(M from);
}
