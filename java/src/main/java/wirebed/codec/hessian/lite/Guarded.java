package wirebed.codec.hessian.lite;

import com.alibaba.com.caucho.hessian.io.AbstractDeserializer;
import com.alibaba.com.caucho.hessian.io.AbstractHessianInput;
import com.alibaba.com.caucho.hessian.io.ClassFactory;
import com.alibaba.com.caucho.hessian.io.CollectionDeserializer;
import com.alibaba.com.caucho.hessian.io.Deserializer;
import com.alibaba.com.caucho.hessian.io.HessianProtocolException;
import com.alibaba.com.caucho.hessian.io.IOExceptionWrapper;
import com.alibaba.com.caucho.hessian.io.MapDeserializer;
import com.alibaba.com.caucho.hessian.io.SerializerFactory;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import wirebed.bridge.DecimalText;
import wirebed.codec.guard.SafeKey;

/**
 * The guards for hessian-lite, and its list of the classes that may be loaded. Unlike Caucho's
 * library, the fork passes on the types that the declaration of a field gives to elements, keys and
 * values.
 */
public final class Guarded extends GuardedFactory {
  private static final Deserializer SETS = new Sets();
  private static final Deserializer MAPS = new Maps();
  private static final Deserializer DECIMALS = new Decimals();

  /**
   * @param allowed patterns of the names of classes that may be loaded
   */
  public Guarded(ClassLoader loader, List<String> allowed) {
    super(loader, SETS, MAPS, DECIMALS);
    limit(getClassFactory(), allowed);
  }

  /** The pattern that was added last decides first. */
  static void limit(ClassFactory factory, List<String> allowed) {
    factory.setWhitelist(true);
    factory.deny("*");
    allowed.forEach(factory::allow);
  }

  @Override
  public Object readMap(AbstractHessianInput in, String type, Class<?> key, Class<?> value)
      throws IOException {
    Deserializer known = getDeserializer(type);
    return known == null ? MAPS.readMap(in, key, value) : known.readMap(in);
  }

  /** The deserializer of the expected type, or null where no type is expected. */
  private static Deserializer of(SerializerFactory factory, Class<?> expected)
      throws HessianProtocolException {
    return expected == null ? null : factory.getDeserializer(expected.getName());
  }

  private static Object read(AbstractHessianInput in, Deserializer of) throws IOException {
    return of == null ? in.readObject() : of.readObject(in);
  }

  /** The library's own methods without an expected type call these. */
  private static final class Sets extends CollectionDeserializer {
    Sets() {
      super(HashSet.class);
    }

    @Override
    public Object readList(AbstractHessianInput in, int length, Class<?> expected)
        throws IOException {
      Set<Object> set = new HashSet<>();
      in.addRef(set);
      Deserializer items = of(findSerializerFactory(in), expected);
      while (!in.isEnd()) {
        set.add(SafeKey.checked(read(in, items)));
      }
      in.readEnd();
      return set;
    }

    @Override
    public Object readLengthList(AbstractHessianInput in, int length, Class<?> expected)
        throws IOException {
      Set<Object> set = new HashSet<>();
      in.addRef(set);
      Deserializer items = of(findSerializerFactory(in), expected);
      for (int i = 0; i < length; i++) {
        set.add(SafeKey.checked(read(in, items)));
      }
      return set;
    }
  }

  private static final class Maps extends MapDeserializer {
    Maps() {
      super(HashMap.class);
    }

    @Override
    @SuppressWarnings({"rawtypes", "unchecked"})
    protected void doReadMap(AbstractHessianInput in, Map map, Class<?> key, Class<?> value)
        throws IOException {
      SerializerFactory factory = findSerializerFactory(in);
      Deserializer keys = of(factory, key);
      Deserializer values = of(factory, value);
      while (!in.isEnd()) {
        Object checked = SafeKey.checked(read(in, keys));
        map.put(checked, read(in, values));
      }
    }
  }

  /** Does as StringValueDeserializer, whose method that makes the decimal is private. */
  private static final class Decimals extends AbstractDeserializer {
    @Override
    public Class<?> getType() {
      return BigDecimal.class;
    }

    @Override
    public Object readMap(AbstractHessianInput in) throws IOException {
      String text = null;
      while (!in.isEnd()) {
        text = field(in, in.readString(), text);
      }
      in.readMapEnd();
      return made(in, text);
    }

    @Override
    public Object readObject(AbstractHessianInput in, String[] names) throws IOException {
      String text = null;
      for (String name : names) {
        text = field(in, name, text);
      }
      return made(in, text);
    }

    private static String field(AbstractHessianInput in, String name, String text)
        throws IOException {
      if (name.equals("value")) {
        return in.readString();
      }
      in.readObject();
      return text;
    }

    private static Object made(AbstractHessianInput in, String text) throws IOException {
      if (text == null) {
        throw new IOException("java.math.BigDecimal expects name.");
      }
      try {
        BigDecimal decimal = DecimalText.parse(text);
        in.addRef(decimal);
        return decimal;
      } catch (NumberFormatException e) {
        throw new IOExceptionWrapper(e);
      }
    }
  }
}
