package wirebed.codec;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;

/** On the class path and on no list: says so when it is read, as a gadget would do worse. */
final class Sentinel implements Serializable {
  private static final long serialVersionUID = 1L;

  static boolean wasRead;

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    wasRead = true;
    in.defaultReadObject();
  }
}
