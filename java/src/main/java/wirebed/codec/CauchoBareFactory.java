package wirebed.codec;

import com.caucho.hessian.io.AbstractDeserializer;
import com.caucho.hessian.io.AbstractHessianInput;
import com.caucho.hessian.io.Deserializer;
import com.caucho.hessian.io.SerializerFactory;
import java.io.IOException;

/**
 * Lets Caucho read any list, map or object without loading a class: types, order and identity are
 * kept.
 */
final class CauchoBareFactory extends SerializerFactory {
  @Override
  public Deserializer getObjectDeserializer(String type, @SuppressWarnings("rawtypes") Class cl) {
    return new AnyType(type);
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
    public Object[] createFields(int count) {
      return new String[count];
    }

    @Override
    public Object createField(String name) {
      return name;
    }

    @Override
    public Object readObject(AbstractHessianInput in, Object[] fields) throws IOException {
      return readFields(in, fields);
    }

    @Override
    public Object readObject(AbstractHessianInput in, String[] names) throws IOException {
      return readFields(in, names);
    }

    private Object readFields(AbstractHessianInput in, Object[] names) throws IOException {
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
