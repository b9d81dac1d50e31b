package wirebed.dubbo;

import com.alibaba.com.caucho.hessian.io.Deserializer;
import com.alibaba.com.caucho.hessian.io.FieldDeserializer2;
import com.alibaba.com.caucho.hessian.io.FieldDeserializer2FactoryUnsafe;
import com.alibaba.com.caucho.hessian.io.UnsafeDeserializer;
import java.io.InvalidObjectException;
import java.lang.reflect.Field;
import wirebed.codec.hessian.lite.Guarded;
import wirebed.tree.Tree;

/**
 * Refuses a value for a field of the type float: the library writes eight bytes to its four, and so
 * overwrites the next field, or what follows the object in memory.
 */
final class GuardedFloats extends Guarded {
  private static final Fields FIELDS = new Fields();

  GuardedFloats(Tree tree) {
    super(tree);
  }

  @Override
  protected Deserializer getDefaultDeserializer(@SuppressWarnings("rawtypes") Class type) {
    Deserializer unguarded = super.getDefaultDeserializer(type);
    return unguarded instanceof UnsafeDeserializer
        ? new UnsafeDeserializer(type, FIELDS)
        : unguarded;
  }

  private static final class Fields extends FieldDeserializer2FactoryUnsafe {
    @Override
    public FieldDeserializer2 create(Field field) {
      if (field.getType() != float.class) {
        return super.create(field);
      }
      return (in, object) -> {
        throw new InvalidObjectException(
            "the field "
                + field.getName()
                + " is a float, to which the library would write the eight bytes of a double");
      };
    }
  }
}
