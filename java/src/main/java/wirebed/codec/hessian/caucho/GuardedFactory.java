package wirebed.codec.hessian.caucho;

import com.caucho.hessian.io.AbstractHessianInput;
import com.caucho.hessian.io.AbstractListDeserializer;
import com.caucho.hessian.io.BasicDeserializer;
import com.caucho.hessian.io.Deserializer;
import com.caucho.hessian.io.HessianProtocolException;
import com.caucho.hessian.io.SerializerFactory;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import wirebed.codec.guard.AllowList;

/**
 * Gives the library deserializers for sets, maps and decimals that check a value before the library
 * spends unbounded time on it: each element of a set and each key before it is hashed, and the
 * length of a decimal before it is parsed. {@link Guarded} has what differs between the libraries.
 */
abstract class GuardedFactory extends SerializerFactory {
  private final Deserializer sets;
  private final Deserializer maps;
  private final Deserializer decimals;

  GuardedFactory(ClassLoader loader, Deserializer sets, Deserializer maps, Deserializer decimals) {
    super(loader);
    this.sets = sets;
    this.maps = maps;
    this.decimals = decimals;
  }

  @Override
  public Deserializer getDeserializer(@SuppressWarnings("rawtypes") Class type)
      throws HessianProtocolException {
    if (Set.class.isAssignableFrom(type)) {
      return guarded(type, HashSet.class, sets);
    }
    if (Map.class.isAssignableFrom(type)) {
      return guarded(type, HashMap.class, maps);
    }
    return type == BigDecimal.class ? decimals : super.getDeserializer(type);
  }

  /** Refuses a class that is not what the deserializer makes: a guard changes no value. */
  private static Deserializer guarded(Class<?> type, Class<?> made, Deserializer of)
      throws HessianProtocolException {
    if (!type.isAssignableFrom(made)) {
      throw new HessianProtocolException("no guarded deserializer makes a " + type.getName());
    }
    return of;
  }

  /**
   * Refuses an array of more dimensions than Java allows: for each dimension the libraries copy the
   * rest of the name.
   */
  @Override
  public Deserializer getDeserializer(String type) throws HessianProtocolException {
    if (type != null && type.startsWith(AllowList.MOST_DIMENSIONS + "[")) {
      throw new HessianProtocolException("an array of more dimensions than Java has");
    }
    return super.getDeserializer(type);
  }

  /**
   * A deserializer that reads no map would show what follows in its error: {@link GuardedInput}.
   */
  @Override
  public Object readMap(AbstractHessianInput in, String type) throws IOException {
    Deserializer of = getObjectDeserializer(type);
    if (of instanceof BasicDeserializer || of instanceof AbstractListDeserializer) {
      throw new HessianProtocolException("a map of the type " + type);
    }
    return of.readMap(in);
  }

  /** The libraries read an object of an unknown class as a map. */
  @Override
  public Deserializer getObjectDeserializer(String type) throws HessianProtocolException {
    Deserializer known = getDeserializer(type);
    return known == null ? maps : known;
  }
}
