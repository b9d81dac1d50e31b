package wirebed.codec.streams;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter.FilterInfo;
import java.io.ObjectInputFilter.Status;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import wirebed.codec.About;
import wirebed.codec.Settings;
import wirebed.codec.Version;
import wirebed.codec.bytes.StreamBytes;
import wirebed.codec.guard.AllowList;
import wirebed.refusal.TrailingBytesException;

/**
 * The JDK's own object streams, read with a filter for classes and for claimed sizes.
 *
 * <p>The filter sees a class before any of its code runs: initializers and readObject included.
 */
public class ObjectStreams {
  /** It is of codecs whose values can make writeObject fail. */
  public static final String HALF_WRITTEN =
      "ObjectOutputStream.writeObject(Object): \"All exceptions are fatal to the OutputStream,"
          + " which is left in an indeterminate state\"";

  public static final Settings SETTINGS =
      Settings.NONE
          .guard(
              "ObjectInputFilter",
              "the classes of the tree, and what they hold",
              "A stream names classes, and limits neither depth nor lengths.")
          .guard(
              "HashMap, HashSet and BigInteger are read by classes that check first",
              "Keys of nested objects are hashed, and long numbers made, without limit.")
          .guard("bytes behind the value are refused", "The library leaves them unread.");

  public interface Writing {
    void to(ObjectOutputStream out) throws IOException;
  }

  public interface Reading {
    Object from(ObjectInputStream in) throws IOException, ClassNotFoundException;
  }

  /**
   * The guarded stand-ins of classes whose own code hashes whatever a stream holds, or makes a
   * number of any length.
   */
  private static final Map<Class<?>, Class<?>> GUARDED =
      Map.of(
          java.math.BigInteger.class, wirebed.codec.streams.guarded.BigInteger.class,
          java.util.HashMap.class, wirebed.codec.streams.guarded.HashMap.class,
          java.util.HashSet.class, wirebed.codec.streams.guarded.HashSet.class,
          java.util.Hashtable.class, wirebed.codec.streams.guarded.Hashtable.class,
          java.util.LinkedHashMap.class, wirebed.codec.streams.guarded.LinkedHashMap.class,
          java.util.LinkedHashSet.class, wirebed.codec.streams.guarded.LinkedHashSet.class,
          java.util.Properties.class, wirebed.codec.streams.guarded.Properties.class);

  /** Allowed beside {@link AllowList#HELD_BY_BEANS}: what a BigDecimal holds. */
  private static final String ALSO_HELD = "java.math.BigInteger";

  private static final int MOST_DEPTH = 500;

  private final ClassLoader loader;
  private final Predicate<String> allowed;

  /**
   * @param allowed tells whether a class of this name is allowed, beside those of beans' values
   */
  public ObjectStreams(ClassLoader loader, Predicate<String> allowed) {
    Set<String> held = new HashSet<>(AllowList.HELD_BY_BEANS);
    held.add(ALSO_HELD);
    this.loader = loader;
    this.allowed = allowed.or(held::contains);
  }

  /** Says what the codecs that call readObject have in common. */
  public static About about(String format) {
    return About.of(format, "jdk", Version.ofRuntime())
        .libraryPackages("java.io.")
        .typedError(
            "java.lang.ClassNotFoundException",
            "ObjectInputStream.readObject(), @throws ClassNotFoundException")
        .typedError(
            "java.io.InvalidClassException",
            "ObjectInputStream.readObject(), @throws InvalidClassException")
        .typedError(
            "java.io.StreamCorruptedException",
            "ObjectInputStream.readObject(), @throws StreamCorruptedException")
        .typedError(
            "java.io.OptionalDataException",
            "ObjectInputStream.readObject(), @throws OptionalDataException")
        .typedError(
            "java.io.NotSerializableException",
            "ObjectOutputStream.writeObject(Object), @throws NotSerializableException")
        .typedError(
            "java.io.IOException",
            "ObjectInputStream.readObject(), @throws IOException: \"Any of the usual Input/Output"
                + " related exceptions\"")
        .settings(SETTINGS);
  }

  public final byte[] write(Object value) throws IOException {
    return write(out -> out.writeObject(value));
  }

  public final byte[] write(Writing writing) throws IOException {
    return StreamBytes.of(bytes -> write(writing, bytes));
  }

  public final void write(Writing writing, OutputStream bytes) throws IOException {
    try (ObjectOutputStream out = output(bytes)) {
      writing.to(out);
    }
  }

  public final Object read(byte[] wire) throws IOException, ClassNotFoundException {
    return read(wire, ObjectInputStream::readObject);
  }

  public final Object read(byte[] wire, Reading reading)
      throws IOException, ClassNotFoundException {
    ByteArrayInputStream bytes = new ByteArrayInputStream(wire);
    try (ObjectInputStream in = new Reader(bytes)) {
      long[] claimed = new long[1];
      in.setObjectInputFilter(info -> check(info, wire, claimed));
      Object value = reading.from(in);
      // Ask for the rest of the bytes first: in.available() may read one of them.
      if (bytes.available() > 0 || in.available() > 0) {
        throw new TrailingBytesException();
      }
      return value;
    }
  }

  ObjectOutputStream output(OutputStream bytes) throws IOException {
    return new ObjectOutputStream(bytes);
  }

  /** The class of the objects to make where a stream names this class. */
  Class<?> local(Class<?> named) {
    return named;
  }

  private Status check(FilterInfo info, byte[] wire, long[] claimed) {
    // An element and a reference take at least one byte each, so honest claims add up to no more
    // than the bytes: nested arrays cannot claim the same bytes again.
    claimed[0] += Math.max(info.arrayLength(), 0);
    if (info.depth() > MOST_DEPTH || claimed[0] > wire.length || info.references() > wire.length) {
      return Status.REJECTED;
    }
    Class<?> type = info.serialClass();
    while (type != null && type.isArray()) {
      type = type.getComponentType();
    }
    if (type == null) { // a count, or a class that does not exist here
      return Status.UNDECIDED;
    }
    return type.isPrimitive() || allowed.test(original(type)) ? Status.ALLOWED : Status.REJECTED;
  }

  /** The name of a class, or of the class that it is the guarded stand-in of. */
  private static String original(Class<?> type) {
    for (Map.Entry<Class<?>, Class<?>> guarded : GUARDED.entrySet()) {
      if (guarded.getValue() == type) {
        return guarded.getKey().getName();
      }
    }
    return type.getName();
  }

  /** Finds classes by the tree's class loader. */
  private final class Reader extends ObjectInputStream {
    Reader(InputStream in) throws IOException {
      super(in);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      try {
        Class<?> named = Class.forName(description.getName(), false, loader);
        return local(GUARDED.getOrDefault(named, named));
      } catch (ClassNotFoundException e) {
        return super.resolveClass(description);
      }
    }
  }
}
