package wirebed.codec.hessian.caucho;

import com.caucho.hessian.io.Hessian2Input;
import java.io.IOException;
import java.io.InputStream;
import wirebed.codec.guard.SafeKey;

/** Checks what a container of the library reads, before the container hashes it. */
final class CheckedInput extends Hessian2Input {
  /** What a container reads by itself. */
  interface Reading {
    Object read() throws IOException;
  }

  /** Every so many values, the container that reads hashes one; 0 where none does. */
  private int hashes;

  private int count;

  CheckedInput(InputStream in) {
    super(in);
  }

  /**
   * @param every 1 for a set, 2 for a map: its keys and not its values
   */
  Object hashing(int every, Reading container) throws IOException {
    int outer = hashes;
    int before = count;
    hashes = every;
    count = 0;
    try {
      return container.read();
    } finally {
      hashes = outer;
      count = before;
    }
  }

  @Override
  public Object readObject() throws IOException {
    boolean hashed = hashes > 0 && count++ % hashes == 0;
    Object value = hashing(0, super::readObject);
    return hashed ? SafeKey.checked(value) : value;
  }
}
