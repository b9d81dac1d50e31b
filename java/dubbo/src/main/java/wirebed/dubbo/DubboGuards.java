package wirebed.dubbo;

import com.alibaba.com.caucho.hessian.io.Deserializer;
import com.alibaba.com.caucho.hessian.io.FieldDeserializer2;
import com.alibaba.com.caucho.hessian.io.FieldDeserializer2FactoryUnsafe;
import com.alibaba.com.caucho.hessian.io.UnsafeDeserializer;
import java.io.InvalidObjectException;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import wirebed.codec.About;
import wirebed.codec.guard.AllowList;
import wirebed.codec.hessian.lite.Guarded;
import wirebed.codec.hessian.lite.HessianCodec;
import wirebed.tree.Tree;

/**
 * The guards that release 4 of hessian-lite needs beside those of both.
 *
 * <p>It refuses a value for a field of the type float: the library writes eight bytes to its four,
 * and so overwrites the next field, or what follows the object in memory.
 */
final class DubboGuards extends Guarded {
  static final About ABOUT =
      HessianCodec.about("dubbo", "hessian-lite")
          .settings(
              HessianCodec.SETTINGS.guard(
                  "a value for a field of the type float is refused",
                  "The library writes the eight bytes of a double to its four."));

  private static final Fields FIELDS = new Fields();

  private final Set<String> allowed;

  DubboGuards(Tree tree) {
    super(tree);
    allowed = Set.copyOf(AllowList.names(tree, List.of()));
  }

  /**
   * The list of the library's ClassFactory lets in what any other factory of the JVM has allowed.
   */
  @Override
  public Class<?> loadSerializedClass(String name) throws ClassNotFoundException {
    return allowed.contains(name) ? super.loadSerializedClass(name) : HashMap.class;
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
