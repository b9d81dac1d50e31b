package wirebed.codec;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter.FilterInfo;
import java.io.ObjectInputFilter.Status;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The JDK's own object streams, read with a filter: of classes, and of what a stream may claim.
 *
 * <p>A filter sees a class before any of its code runs: no initializer, no readObject.
 */
class ObjectStreams {
  interface Writing {
    void to(ObjectOutputStream out) throws IOException;
  }

  interface Reading {
    Object from(ObjectInputStream in) throws IOException, ClassNotFoundException;
  }

  /**
   * What is read in the place of classes whose own code takes whatever a stream holds: it is
   * hashed, or a number of any length.
   */
  private static final Map<Class<?>, Class<?>> LOOKED_AT =
      Map.of(
          java.math.BigInteger.class, wirebed.hashed.BigInteger.class,
          java.util.HashMap.class, wirebed.hashed.HashMap.class,
          java.util.HashSet.class, wirebed.hashed.HashSet.class);

  /** Besides {@link AllowList}: those, and what a BigDecimal writes. */
  private static final List<String> HELD_BY_THOSE =
      List.of(
          "java.math.BigInteger", // what the next one gives: the filter sees that too
          wirebed.hashed.BigInteger.class.getName(),
          wirebed.hashed.HashMap.class.getName(),
          wirebed.hashed.HashSet.class.getName());

  private static final int MOST_DEPTH = 500;

  private final ClassLoader loader;
  private final Predicate<String> allowed;

  /**
   * @param allowed of names of classes, besides those that any plain class may hold
   */
  ObjectStreams(ClassLoader loader, Predicate<String> allowed) {
    Set<String> held = new HashSet<>(AllowList.HELD_BY_BEANS);
    held.addAll(HELD_BY_THOSE);
    this.loader = loader;
    this.allowed = allowed.or(held::contains);
  }

  final byte[] write(Object value) throws IOException {
    return write(out -> out.writeObject(value));
  }

  final byte[] write(Writing writing) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write(writing, bytes);
    return bytes.toByteArray();
  }

  final void write(Writing writing, OutputStream bytes) throws IOException {
    try (ObjectOutputStream out = output(bytes)) {
      writing.to(out);
    }
  }

  final Object read(byte[] wire) throws IOException, ClassNotFoundException {
    return read(wire, ObjectInputStream::readObject);
  }

  final Object read(byte[] wire, Reading reading) throws IOException, ClassNotFoundException {
    ByteArrayInputStream bytes = new ByteArrayInputStream(wire);
    try (ObjectInputStream in = new Reader(bytes)) {
      long[] claimed = new long[1];
      in.setObjectInputFilter(info -> check(info, wire, claimed));
      Object value = reading.from(in);
      // The rest of the bytes first: the stream would take one of them to see whether it is data.
      if (bytes.available() > 0 || in.available() > 0) {
        throw new TrailingBytesException();
      }
      return value;
    }
  }

  ObjectOutputStream output(OutputStream bytes) throws IOException {
    return new ObjectOutputStream(bytes);
  }

  /** The class to make objects of, where a stream names this one. */
  Class<?> local(Class<?> named) {
    return named;
  }

  private Status check(FilterInfo info, byte[] wire, long[] claimed) {
    // An element and a reference take a byte at least: nothing is reserved for a mere claim, nor
    // by many arrays inside each other for the same bytes.
    claimed[0] += Math.max(info.arrayLength(), 0);
    if (info.depth() > MOST_DEPTH || claimed[0] > wire.length || info.references() > wire.length) {
      return Status.REJECTED;
    }
    Class<?> type = info.serialClass();
    while (type != null && type.isArray()) {
      type = type.getComponentType();
    }
    if (type == null) { // a count, or a class that is not there and so cannot be made
      return Status.UNDECIDED;
    }
    return type.isPrimitive() || allowed.test(type.getName()) ? Status.ALLOWED : Status.REJECTED;
  }

  /** Looks classes up in the tree. */
  private final class Reader extends ObjectInputStream {
    Reader(InputStream in) throws IOException {
      super(in);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      try {
        Class<?> named = Class.forName(description.getName(), false, loader);
        return local(LOOKED_AT.getOrDefault(named, named));
      } catch (ClassNotFoundException e) {
        return super.resolveClass(description);
      }
    }
  }
}
