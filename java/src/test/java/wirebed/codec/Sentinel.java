package wirebed.codec;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;

/**
 * A class on the class path but on no allow list. It records that it was read, as a gadget would
 * act.
 */
final class Sentinel implements Serializable {
  private static final long serialVersionUID = 1L;

  static boolean wasRead;

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    wasRead = true;
    in.defaultReadObject();
  }
}
