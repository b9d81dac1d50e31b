package wirebed.codec.classes;

import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.LRUMap;
import wirebed.codec.guard.ListedClasses;

/** Jackson's own type factory loads any class that a value of {@link Class} names. */
final class JacksonTypes extends TypeFactory {
  private static final long serialVersionUID = 1L;

  private final transient ClassLoader loader;

  JacksonTypes(ClassLoader parent) {
    super(new LRUMap<>(16, 200));
    loader = new ListedClasses(parent);
  }

  @Override
  public Class<?> findClass(String name) throws ClassNotFoundException {
    return Class.forName(name, false, loader);
  }
}
