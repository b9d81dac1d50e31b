package wirebed.codec;

import com.caucho.hessian.io.AbstractHessianInput;
import com.caucho.hessian.io.BigDecimalDeserializer;
import com.caucho.hessian.io.CollectionDeserializer;
import com.caucho.hessian.io.Deserializer;
import com.caucho.hessian.io.HessianProtocolException;
import com.caucho.hessian.io.MapDeserializer;
import com.caucho.hessian.io.SerializerFactory;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import wirebed.bridge.DecimalText;
import wirebed.hashed.Leaf;

/**
 * Lets Caucho look at values before it makes what could take for ever: at each element of a set and
 * at each key before it is hashed, at a decimal before it is read.
 */
final class CauchoGuarded extends SerializerFactory {
  private static final Deserializer SETS = new Sets();
  private static final Deserializer MAPS = new Maps();
  private static final Deserializer DECIMALS = new Decimals();

  CauchoGuarded(ClassLoader loader) {
    super(loader);
  }

  @Override
  public Deserializer getDeserializer(@SuppressWarnings("rawtypes") Class type)
      throws HessianProtocolException {
    if (Set.class.isAssignableFrom(type)) {
      return SETS;
    }
    if (Map.class.isAssignableFrom(type)) {
      return MAPS;
    }
    return type == BigDecimal.class ? DECIMALS : super.getDeserializer(type);
  }

  /** By themselves the libraries copy the rest of the name for each dimension of an array. */
  @Override
  public Deserializer getDeserializer(String type) throws HessianProtocolException {
    if (type != null && type.startsWith(AllowList.MOST_DIMENSIONS + "[")) {
      throw new HessianProtocolException("an array of more dimensions than Java has");
    }
    return super.getDeserializer(type);
  }

  /** A name that is not known is one of a map. */
  @Override
  public Deserializer getObjectDeserializer(String type) throws HessianProtocolException {
    Deserializer known = getDeserializer(type);
    return known == null ? MAPS : known;
  }

  @Override
  public Object readMap(AbstractHessianInput in, String type) throws IOException {
    return getObjectDeserializer(type).readMap(in);
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
        set.add(Leaf.checked(in.readObject()));
      }
      in.readEnd();
      return set;
    }

    @Override
    public Object readLengthList(AbstractHessianInput in, int length) throws IOException {
      Set<Object> set = new HashSet<>();
      in.addRef(set);
      for (int i = 0; i < length; i++) {
        set.add(Leaf.checked(in.readObject()));
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
        Object key = Leaf.checked(in.readObject());
        map.put(key, in.readObject());
      }
      in.readEnd();
      return map;
    }
  }

  private static final class Decimals extends BigDecimalDeserializer {
    @Override
    protected Object create(String text) {
      return DecimalText.parse(text);
    }
  }
}
