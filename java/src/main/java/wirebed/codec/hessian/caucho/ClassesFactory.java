package wirebed.codec.hessian.caucho;

import com.caucho.hessian.io.AbstractHessianInput;
import com.caucho.hessian.io.ClassDeserializer;
import com.caucho.hessian.io.CollectionDeserializer;
import com.caucho.hessian.io.Deserializer;
import com.caucho.hessian.io.HessianProtocolException;
import com.caucho.hessian.io.MapDeserializer;
import com.caucho.hessian.io.SerializerFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import wirebed.codec.guard.AllowList;
import wirebed.codec.guard.ListedClasses;

/**
 * The library's own factory on a list of classes. Its sets and maps are read by {@link
 * CheckedInput}.
 */
final class ClassesFactory extends SerializerFactory {
  /** The classes that stand for values of the JDK on the wire. */
  private static final List<String> HANDLES =
      List.of(
          "com.caucho.hessian.io.ByteHandle",
          "com.caucho.hessian.io.CalendarHandle",
          "com.caucho.hessian.io.EnumSetHandler",
          "com.caucho.hessian.io.FloatHandle",
          "com.caucho.hessian.io.HessianHandle",
          "com.caucho.hessian.io.LocaleHandle",
          "com.caucho.hessian.io.ShortHandle",
          "com.caucho.hessian.io.java8.LocalDateHandle");

  private final ClassLoader loader;

  ClassesFactory(ClassLoader loader) {
    super(loader);
    this.loader = loader;
    List<String> allowed = new ArrayList<>(HANDLES);
    allowed.addAll(AllowList.HELD_BY_BEANS);
    allowed.addAll(AllowList.HELD_BY_CLASSES);
    allowed.addAll(AllowList.INHERITED);
    allowed.replaceAll(name -> name.replace("$", "\\$"));
    AllowList.HAND_WRITTEN.forEach(name -> allowed.add(name + "*"));
    Guarded.limit(getClassFactory(), allowed);
  }

  @Override
  public Deserializer getDeserializer(@SuppressWarnings("rawtypes") Class type)
      throws HessianProtocolException {
    if (type == Class.class) {
      return new ClassDeserializer(new ListedClasses(loader));
    }
    Deserializer known = super.getDeserializer(type);
    if (known.getClass() == MapDeserializer.class && Map.class.isAssignableFrom(type)) {
      return new Maps(type);
    }
    return known.getClass() == CollectionDeserializer.class && Set.class.isAssignableFrom(type)
        ? new Sets(type)
        : known;
  }

  private static final class Maps extends MapDeserializer {
    Maps(Class<?> type) {
      super(type);
    }

    @Override
    public Object readMap(AbstractHessianInput in) throws IOException {
      return ((CheckedInput) in).hashing(2, () -> super.readMap(in));
    }
  }

  private static final class Sets extends CollectionDeserializer {
    Sets(Class<?> type) {
      super(type);
    }

    @Override
    public Object readList(AbstractHessianInput in, int length) throws IOException {
      return ((CheckedInput) in).hashing(1, () -> super.readList(in, length));
    }

    @Override
    public Object readLengthList(AbstractHessianInput in, int length) throws IOException {
      return ((CheckedInput) in).hashing(1, () -> super.readLengthList(in, length));
    }
  }
}
