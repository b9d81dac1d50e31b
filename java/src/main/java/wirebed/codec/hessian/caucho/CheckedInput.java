package wirebed.codec.hessian.caucho;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import wirebed.codec.guard.SafeKey;

/**
 * Checks what a container of the library reads, before the container hashes it. A container names
 * itself by {@code addRef} and then reads its parts by {@code readObject}.
 */
final class CheckedInput extends GuardedInput {
  /** How many parts lie between two keys that the container hashes; 0 where it hashes none. */
  private int hashes;

  private int count;

  CheckedInput(InputStream in) {
    super(in);
  }

  @Override
  public int addRef(Object container) {
    hashes = container instanceof Set ? 1 : container instanceof Map ? 2 : 0;
    count = 0;
    return super.addRef(container);
  }

  @Override
  public Object readObject() throws IOException {
    boolean hashed = hashes > 0 && count++ % hashes == 0;
    int outer = hashes;
    int before = count;
    hashes = 0;
    Object value = super.readObject();
    hashes = outer;
    count = before;
    return hashed ? SafeKey.checked(value) : value;
  }
}
