package wirebed.codec.hessian.caucho;

import com.caucho.hessian.io.AbstractHessianInput;
import com.caucho.hessian.io.ClassFactory;
import com.caucho.hessian.io.CollectionDeserializer;
import com.caucho.hessian.io.Deserializer;
import com.caucho.hessian.io.MapDeserializer;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import wirebed.codec.guard.SafeKey;

/** The guards for com.caucho:hessian, and its list of the classes that may be loaded. */
public final class Guarded extends GuardedFactory {
  private static final Deserializer SETS = new Sets();
  private static final Deserializer MAPS = new Maps();

  /**
   * @param allowed patterns of the names of classes that may be loaded
   */
  public Guarded(ClassLoader loader, List<String> allowed) {
    super(loader, SETS, MAPS, new Decimals());
    limit(getClassFactory(), allowed);
  }

  /** The first pattern that matches a name decides. */
  static void limit(ClassFactory factory, List<String> allowed) {
    allowed.forEach(factory::allow);
    factory.deny("*");
  }

  private static final class Sets extends CollectionDeserializer {
    Sets() {
      super(HashSet.class);
    }

    @Override
    public Object readList(AbstractHessianInput in, int length) throws IOException {
      Set<Object> set = new HashSet<>();
      in.addRef(set);
      while (!in.isEnd()) {
        set.add(SafeKey.checked(in.readObject()));
      }
      in.readEnd();
      return set;
    }

    @Override
    public Object readLengthList(AbstractHessianInput in, int length) throws IOException {
      Set<Object> set = new HashSet<>();
      in.addRef(set);
      for (int i = 0; i < length; i++) {
        set.add(SafeKey.checked(in.readObject()));
      }
      return set;
    }
  }

  private static final class Maps extends MapDeserializer {
    Maps() {
      super(HashMap.class);
    }

    @Override
    public Object readMap(AbstractHessianInput in) throws IOException {
      Map<Object, Object> map = new HashMap<>();
      in.addRef(map);
      while (!in.isEnd()) {
        Object key = SafeKey.checked(in.readObject());
        map.put(key, in.readObject());
      }
      in.readEnd();
      return map;
    }
  }
}
