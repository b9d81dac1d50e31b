package wirebed.codec;

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
import wirebed.tree.Tree;

/**
 * The classes of one form (external.java.j2) that stand for the plain classes of a tree. Loaded as
 * they are used.
 */
final class StandIns {
  /** What makes a stand-in of a plain object; null for classes that have none. */
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

  /** The stand-ins of one stream: one for each object, so that it is the same at every place. */
  final class OfStream {
    private final Map<Object, StandIn<?>> made = new IdentityHashMap<>();

    /** What is written for an object: its stand-in, an array of those, or itself. */
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

  StandIns(Tree tree, String form) {
    loader = tree.loader();
    prefix = "wirebed.generated." + form + ".";
    tree.schema().getClassesList().stream().map(PlainClass::getJavaClass).forEach(plain::add);
  }

  /** Refuses classes of which the tree was built without stand-ins. */
  void require(Class<?> type) throws UnsupportedException {
    if (!kinds.containsKey(type)) {
      try {
        Class.forName(prefix + type.getName(), false, loader);
      } catch (ClassNotFoundException e) {
        throw new UnsupportedException("the tree was built without " + prefix + type.getName());
      }
    }
  }

  /** Of the names of classes, those that are stand-ins. */
  boolean contains(String name) {
    return name.startsWith(prefix) && plain.contains(name.substring(prefix.length()));
  }

  /** The stand-in of one object by itself. */
  StandIn<?> of(Object value) {
    return kind(value.getClass()).of(value);
  }

  /** What stands for a plain class, or for an array of it; any other class itself. */
  Class<?> of(Class<?> type) {
    if (type.isArray()) {
      return of(type.getComponentType()).arrayType();
    }
    Kind kind = kind(type);
    return kind == null ? type : kind.type;
  }

  /** The plain class behind a stand-in, or the array behind an array of those; or null. */
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
