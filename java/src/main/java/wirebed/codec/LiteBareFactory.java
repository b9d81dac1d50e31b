package wirebed.codec;

import com.alibaba.com.caucho.hessian.io.AbstractDeserializer;
import com.alibaba.com.caucho.hessian.io.AbstractHessianInput;
import com.alibaba.com.caucho.hessian.io.Deserializer;
import com.alibaba.com.caucho.hessian.io.SerializerFactory;
import java.io.IOException;

/**
 * Lets hessian-lite read any list, map or object without loading a class: types, order and identity
 * are kept.
 */
final class LiteBareFactory extends SerializerFactory {
  @Override
  public Object readObject(AbstractHessianInput in, String type, String[] names)
      throws IOException {
    return new AnyType(type).readObject(in, names);
  }

  /** Asked for an untyped map only. */
  @Override
  public Deserializer getDeserializer(@SuppressWarnings("rawtypes") Class cl) {
    return new AnyType(null);
  }

  @Override
  public Deserializer getListDeserializer(String type, @SuppressWarnings("rawtypes") Class cl) {
    return new AnyType(type);
  }

  @Override
  public Object readList(AbstractHessianInput in, int length, String type) throws IOException {
    return new AnyType(type).readList(in, length);
  }

  @Override
  public Object readMap(AbstractHessianInput in, String type) throws IOException {
    return new AnyType(type).readMap(in);
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
    public Object readMap(AbstractHessianInput in, Class<?> keys, Class<?> values)
        throws IOException {
      return readMap(in);
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

    @Override
    public Object readObject(AbstractHessianInput in, String[] names) throws IOException {
      Bare.Fields object = new Bare.Fields(type == null ? "" : type);
      in.addRef(object);
      for (String name : names) {
        object.names.add(name);
        object.values.add(in.readObject());
      }
      return object;
    }
  }
}
