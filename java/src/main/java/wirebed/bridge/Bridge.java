package wirebed.bridge;

import java.util.List;
import wirebed.refusal.RefusedException;

/**
 * Between the views of one message and the objects of one model (protobuf message or plain class).
 */
public interface Bridge {
  /** The object that a view says. Throws {@link RefusedException} when no object can hold it. */
  Object build(byte[] view);

  /**
   * The view of an object. Throws ClassCastException and its kin when it is not what its type says.
   */
  byte[] view(Object value);

  /** The view; with what the absent fields of a protobuf message read as, if asked. */
  default byte[] view(Object value, boolean defaults) {
    return view(value);
  }

  /**
   * The object with these fields cleared, then those of the view replaced (Relay in peer.proto).
   */
  Object edit(Object value, byte[] set, List<Integer> clear);
}
