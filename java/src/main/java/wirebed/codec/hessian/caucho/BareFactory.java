package wirebed.codec.hessian.caucho;

import com.caucho.hessian.io.AbstractDeserializer;
import com.caucho.hessian.io.AbstractHessianInput;
import com.caucho.hessian.io.Deserializer;
import com.caucho.hessian.io.SerializerFactory;
import java.io.IOException;
import wirebed.bridge.Bare;

/**
 * Lets the library read any list, map or object without loading a class, and keep its type, order
 * and identity.
 */
final class BareFactory extends SerializerFactory {
  /** The library reads every list, map and object by what this method returns for its type. */
  @Override
  public Deserializer getDeserializer(String type) {
    return new AnyType(type);
  }

  /** hessian-lite calls this method for a map without a type. */
  @Override
  public Deserializer getDeserializer(@SuppressWarnings("rawtypes") Class type) {
    return new AnyType(null);
  }

  private static final class AnyType extends AbstractDeserializer {
    private final String type;

    AnyType(String type) {
      this.type = type == null || type.isEmpty() ? null : type;
    }

    @Override
    public Object readList(AbstractHessianInput in, int length) throws IOException {
      Bare.Items list = new Bare.Items(type);
      in.addRef(list);
      while (!in.isEnd()) {
        list.items.add(in.readObject());
      }
      in.readEnd();
      return list;
    }

    @Override
    public Object readLengthList(AbstractHessianInput in, int length) throws IOException {
      Bare.Items list = new Bare.Items(type);
      in.addRef(list);
      for (int i = 0; i < length; i++) {
        list.items.add(in.readObject());
      }
      return list;
    }

    @Override
    public Object readMap(AbstractHessianInput in) throws IOException {
      Bare.Entries map = new Bare.Entries(type);
      in.addRef(map);
      while (!in.isEnd()) {
        map.keys.add(in.readObject());
        map.values.add(in.readObject());
      }
      in.readEnd();
      return map;
    }

    /** hessian-lite calls this method. */
    @Override
    public Object readObject(AbstractHessianInput in, String[] names) throws IOException {
      return readObject(in, (Object[]) names);
    }

    /** Caucho calls this method, which hessian-lite does not have: hence no annotation. */
    public Object readObject(AbstractHessianInput in, Object[] names) throws IOException {
      Bare.Fields object = new Bare.Fields(type == null ? "" : type);
      in.addRef(object);
      for (Object name : names) {
        object.names.add((String) name);
        object.values.add(in.readObject());
      }
      return object;
    }
  }
}
