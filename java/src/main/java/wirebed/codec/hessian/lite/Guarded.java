package wirebed.codec.hessian.lite;

import com.alibaba.com.caucho.hessian.io.AbstractHessianInput;
import com.alibaba.com.caucho.hessian.io.ClassFactory;
import com.alibaba.com.caucho.hessian.io.CollectionDeserializer;
import com.alibaba.com.caucho.hessian.io.Deserializer;
import com.alibaba.com.caucho.hessian.io.Hessian2Input;
import com.alibaba.com.caucho.hessian.io.HessianProtocolException;
import com.alibaba.com.caucho.hessian.io.MapDeserializer;
import com.alibaba.com.caucho.hessian.io.SerializerFactory;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import wirebed.codec.guard.AllowList;
import wirebed.codec.guard.SafeKey;
import wirebed.tree.Tree;

/**
 * The guards for hessian-lite, and its list of the classes that may be loaded. Unlike Caucho's
 * library, the fork passes on the types that the declaration of a field gives to elements, keys and
 * values. java/dubbo compiles this class against org.apache.dubbo's artifact.
 */
public class Guarded extends GuardedFactory {
  private static final Deserializer SETS = new Sets();
  private static final Deserializer MAPS = new Maps();

  public Guarded(Tree tree) {
    super(tree.loader(), SETS, MAPS, new Decimals());
    limit(getClassFactory(), List.of(AllowList.pattern(tree, AllowList.INHERITED)));
  }

  /** The pattern that was added last decides first. */
  static void limit(ClassFactory factory, List<String> allowed) {
    factory.setWhitelist(true);
    factory.deny("*");
    allowed.forEach(factory::allow);
  }

  private static SerializerFactory factory(AbstractHessianInput in) {
    return ((Hessian2Input) in).getSerializerFactory();
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
      Deserializer items = of(factory(in), expected);
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
      Deserializer items = of(factory(in), expected);
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
      SerializerFactory factory = factory(in);
      Deserializer keys = of(factory, key);
      Deserializer values = of(factory, value);
      while (!in.isEnd()) {
        Object checked = SafeKey.checked(read(in, keys));
        map.put(checked, read(in, values));
      }
    }
  }
}
