package wirebed.codec.classes;

import tools.jackson.databind.type.TypeFactory;
import wirebed.codec.guard.ListedClasses;

/** Jackson's own type factory loads any class that a value of {@link Class} names. */
final class JacksonTypes extends TypeFactory {
  private static final long serialVersionUID = 1L;

  private final transient ClassLoader parent;
  private final transient ClassLoader loader;

  JacksonTypes(ClassLoader parent) {
    this.parent = parent;
    loader = new ListedClasses(parent);
  }

  /** The mapper keeps a snapshot, and would keep one of Jackson's own factory. */
  @Override
  public TypeFactory snapshot() {
    return new JacksonTypes(parent);
  }

  @Override
  public Class<?> findClass(String name) throws ClassNotFoundException {
    return Class.forName(name, false, loader);
  }
}
