package wirebed.codec;

import com.caucho.hessian.io.Hessian2Input;
import com.caucho.hessian.io.Hessian2Output;
import com.caucho.hessian.io.SerializerFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import wirebed.tree.Tree;

/** hessian2 with com.caucho:hessian on classes that were written by hand. */
final class HessianClasses implements ClassCodec {
  private final SerializerFactory factory;

  HessianClasses(Tree tree) {
    factory = new CauchoGuarded(tree.loader());
    factory.getClassFactory().allow(AllowList.HAND_WRITTEN + "*");
    AllowList.HELD_BY_BEANS.forEach(factory.getClassFactory()::allow);
    factory.getClassFactory().deny("*");
  }

  @Override
  public byte[] encode(Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Hessian2Output out = new Hessian2Output(bytes);
    out.setSerializerFactory(factory);
    out.writeObject(value);
    out.flush();
    return bytes.toByteArray();
  }

  @Override
  public Object decode(byte[] wire, Class<?> type) throws IOException {
    HessianClaims.check(wire, 0);
    Hessian2Input in = new Hessian2Input(new ByteArrayInputStream(wire));
    in.setSerializerFactory(factory);
    Object value = in.readObject(type);
    if (in.read() >= 0) {
      throw new TrailingBytesException();
    }
    return value;
  }
}
