package wirebed.external;

/** An object that replaces a plain object on an object stream, and writes it by code of its own. */
public interface StandIn<T> {
  T plain();
}
