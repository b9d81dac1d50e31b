package wirebed.codec.hessian.caucho;

import com.caucho.hessian.io.Hessian2Output;
import com.caucho.hessian.io.SerializerFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import wirebed.codec.bytes.StreamBytes;
import wirebed.codec.classes.ClassCodec;
import wirebed.codec.hessian.ClaimedLengths;
import wirebed.refusal.TrailingBytesException;
import wirebed.tree.Tree;

/**
 * hessian2 with com.caucho:hessian, or with hessian-lite, on classes that were written by hand. The
 * library makes its own containers.
 */
public final class HessianClasses implements ClassCodec {
  private final SerializerFactory factory;

  public HessianClasses(Tree tree) {
    factory = new ClassesFactory(tree.loader());
  }

  @Override
  public byte[] encode(Object value) throws IOException {
    return StreamBytes.of(
        bytes -> {
          Hessian2Output out = new Hessian2Output(bytes);
          out.setSerializerFactory(factory);
          out.writeObject(value);
          out.flush();
        });
  }

  @Override
  public Object decode(byte[] wire, Class<?> type) throws IOException {
    ClaimedLengths.check(wire, 0);
    CheckedInput in = new CheckedInput(new ByteArrayInputStream(wire));
    in.setSerializerFactory(factory);
    Object value = in.readObject(type);
    if (in.read() >= 0) {
      throw new TrailingBytesException();
    }
    return value;
  }
}
