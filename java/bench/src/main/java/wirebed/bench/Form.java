package wirebed.bench;

/**
 * What an author writes by hand beside a plain class and the message that stands for it: a deep
 * copy, and the way there and back, field by field. One is generated for each plain class, by
 * bench.java.j2.
 *
 * @param <P> the plain class
 * @param <M> the class that protoc generates
 */
public interface Form<P, M> {
  /** Package of the generated forms, in front of that of the plain class. */
  String PACKAGE = "wirebed.generated.bench.";

  P copy(P from);

  M toMessage(P from);

  P toPlain(M from);
}
