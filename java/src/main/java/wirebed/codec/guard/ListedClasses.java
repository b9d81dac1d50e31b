package wirebed.codec.guard;

/** Loads the classes of the list alone: some libraries load whatever class a value names. */
public final class ListedClasses extends ClassLoader {
  public ListedClasses(ClassLoader parent) {
    super(parent);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!AllowList.isOfClasses(name)) {
      throw new ClassNotFoundException(name + " is not on the list");
    }
    return super.loadClass(name, resolve);
  }
}
