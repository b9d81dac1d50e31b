package wirebed.external;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInput;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The common code of the generated stand-ins: sizes that a stream claims, and plain objects. */
public final class External {
  /** The most elements for which memory is reserved before they are read. */
  public static final int RESERVED = 1024;

  private External() {}

  public static int size(ObjectInput in) throws IOException {
    int size = in.readInt();
    if (size < 0) {
      throw new InvalidObjectException("a size of " + size);
    }
    return size;
  }

  /** The next length of a full array that will hold {@code size} elements in the end. */
  public static int longer(int length, int size) {
    return (int) Math.min(size, 2L * length);
  }

  public static byte[] bytes(ObjectInput in) throws IOException {
    int size = size(in);
    byte[] bytes = new byte[Math.min(size, RESERVED)];
    in.readFully(bytes);
    while (bytes.length < size) {
      int read = bytes.length;
      bytes = Arrays.copyOf(bytes, longer(read, size));
      in.readFully(bytes, read, bytes.length - read);
    }
    return bytes;
  }

  /**
   * The plain object of a stand-in. Any other object is returned: the cast of the caller fails on
   * it, as it does without stand-ins.
   */
  public static Object plain(Object read) {
    return read instanceof StandIn<?> standIn ? standIn.plain() : read;
  }

  @SuppressWarnings("unchecked")
  public static <T> List<T> list(Object read) {
    List<Object> list = (List<Object>) read;
    if (list != null) {
      list.replaceAll(External::plain);
    }
    return (List<T>) list;
  }

  @SuppressWarnings("unchecked")
  public static <T> Set<T> set(Object read) {
    if (read == null) {
      return null;
    }
    Set<Object> set = new HashSet<>();
    ((Set<Object>) read).forEach(item -> set.add(plain(item)));
    return (Set<T>) set;
  }

  @SuppressWarnings("unchecked")
  public static <K, V> Map<K, V> map(Object read) {
    Map<Object, Object> map = (Map<Object, Object>) read;
    if (map != null) {
      map.replaceAll((key, value) -> plain(value));
    }
    return (Map<K, V>) map;
  }

  /** An array of the plain class, made from an array of stand-ins. */
  @SuppressWarnings("unchecked")
  public static <T> T[] array(Object read, Class<T> type) {
    if (read == null) {
      return null;
    }
    Object[] from = (Object[]) read;
    T[] array = (T[]) Array.newInstance(type, from.length);
    for (int i = 0; i < from.length; i++) {
      array[i] = (T) plain(from[i]);
    }
    return array;
  }
}
