package wirebed.bridge;

import java.util.List;
import wirebed.refusal.RefusedException;

/**
 * Converts between the views of one message and the objects of one model (protobuf message or plain
 * class).
 */
public interface Bridge {
  /** Builds the object of a view. Throws {@link RefusedException} if no object can hold it. */
  Object build(byte[] view);

  /**
   * Writes the view of an object. Throws ClassCastException or a similar exception if a part of it
   * is not of its declared type.
   */
  byte[] view(Object value);

  /** The view; if `defaults` is set, with the values that a message's absent fields read as. */
  default byte[] view(Object value, boolean defaults) {
    return view(value);
  }

  /** Clears these fields of the object, then replaces those of the view (Relay in peer.proto). */
  Object edit(Object value, byte[] set, List<Integer> clear);
}
