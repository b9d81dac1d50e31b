package wirebed.codec.streams;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import wirebed.external.StandIn;
import wirebed.protocol.PlainClass;
import wirebed.refusal.UnsupportedException;
import wirebed.tree.Tree;

/**
 * The stand-ins of one form (external.java.j2) for the plain classes of a tree. They are loaded
 * when they are used first.
 */
public final class StandIns {
  /** A class of stand-ins, and its constructor, which takes the plain object. */
  private record Kind(Class<?> type, MethodHandle wrap) {
    StandIn<?> of(Object plain) {
      try {
        return (StandIn<?>) wrap.invokeExact(plain);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The stand-ins of one stream. An object has one, so its identity is kept. */
  final class StreamStandIns {
    private final Map<Object, StandIn<?>> made = new IdentityHashMap<>();

    /** Returns what is written for an object: its stand-in, an array of stand-ins, or itself. */
    Object of(Object value) {
      Class<?> type = value.getClass();
      Kind kind = kind(type.isArray() ? type.getComponentType() : type);
      if (kind == null) {
        return value;
      }
      if (!type.isArray()) {
        return made.computeIfAbsent(value, kind::of);
      }
      Object[] from = (Object[]) value;
      Object[] array = (Object[]) Array.newInstance(kind.type, from.length);
      for (int i = 0; i < from.length; i++) {
        array[i] = from[i] == null ? null : made.computeIfAbsent(from[i], kind::of);
      }
      return array;
    }
  }

  private final ClassLoader loader;
  private final String prefix;
  private final Set<String> plain = new HashSet<>();
  private final Map<Class<?>, Kind> kinds = new HashMap<>();

  public StandIns(Tree tree, String form) {
    loader = tree.loader();
    prefix = "wirebed.generated." + form + ".";
    tree.schema().getClassesList().stream().map(PlainClass::getJavaClass).forEach(plain::add);
  }

  /** Refuses a class for which the tree was built without a stand-in. */
  public void require(Class<?> type) throws UnsupportedException {
    if (!kinds.containsKey(type)) {
      try {
        Class.forName(prefix + type.getName(), false, loader);
      } catch (ClassNotFoundException e) {
        throw new UnsupportedException("the tree was built without " + prefix + type.getName());
      }
    }
  }

  /** Whether this is the name of a stand-in. */
  boolean contains(String name) {
    return name.startsWith(prefix) && plain.contains(name.substring(prefix.length()));
  }

  /** A stand-in of one object, apart from any stream. */
  public StandIn<?> of(Object value) {
    return kind(value.getClass()).of(value);
  }

  /** The stand-in of a plain class, or of an array of it; any other class itself. */
  public Class<?> of(Class<?> type) {
    if (type.isArray()) {
      return of(type.getComponentType()).arrayType();
    }
    Kind kind = kind(type);
    return kind == null ? type : kind.type;
  }

  /** The plain class of a stand-in, or the array of it for an array of stand-ins; else null. */
  Class<?> behind(Class<?> type) throws ClassNotFoundException {
    if (type.isArray()) {
      Class<?> component = behind(type.getComponentType());
      return component == null ? null : component.arrayType();
    }
    String name = type.getName();
    return contains(name) ? Class.forName(name.substring(prefix.length()), false, loader) : null;
  }

  private Kind kind(Class<?> type) {
    return kinds.computeIfAbsent(type, this::find);
  }

  private Kind find(Class<?> type) {
    if (!plain.contains(type.getName())) {
      return null;
    }
    try {
      Class<?> standIn = Class.forName(prefix + type.getName(), true, loader);
      MethodHandle wrap =
          MethodHandles.publicLookup()
              .findConstructor(standIn, MethodType.methodType(void.class, type));
      return new Kind(standIn, wrap.asType(MethodType.methodType(StandIn.class, Object.class)));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("nothing stands in for " + type.getName(), e);
    }
  }
}
