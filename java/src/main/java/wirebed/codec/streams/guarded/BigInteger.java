package wirebed.codec.streams.guarded;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamField;
import java.io.Serializable;
import wirebed.bridge.Limits;

/**
 * Reads a java.math.BigInteger from an object stream, and checks the length of its magnitude before
 * the number is made. The simple name and serialVersionUID must be those of the original class.
 *
 * <p>An ObjectInputFilter cannot do this. The magnitude is an array of bytes like any other to it,
 * and the filter does not see an array again that the stream refers back to.
 */
public final class BigInteger implements Serializable {
  private static final long serialVersionUID = -8287574255936472291L;

  private static final ObjectStreamField[] serialPersistentFields = {
    new ObjectStreamField("signum", int.class), new ObjectStreamField("magnitude", byte[].class)
  };

  private transient java.math.BigInteger held;

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    ObjectInputStream.GetField fields = in.readFields();
    int signum = fields.get("signum", 2);
    byte[] magnitude = (byte[]) fields.get("magnitude", null);
    if (magnitude == null || signum < -1 || signum > 1) {
      throw new InvalidObjectException("a BigInteger without a magnitude or a valid signum");
    }
    java.math.BigInteger number = new java.math.BigInteger(1, Limits.magnitude(magnitude));
    if (number.signum() != Math.abs(signum)) {
      throw new InvalidObjectException("the signum of a BigInteger is not that of its magnitude");
    }
    held = signum < 0 ? number.negate() : number;
  }

  private Object readResolve() {
    return held;
  }
}
