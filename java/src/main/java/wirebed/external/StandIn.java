package wirebed.external;

/** What stands on an object stream for a plain object, which is Serializable as it is. */
public interface StandIn<T> {
  T plain();
}
