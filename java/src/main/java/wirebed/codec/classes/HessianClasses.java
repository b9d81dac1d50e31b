package wirebed.codec.classes;

import com.caucho.hessian.io.Hessian2Input;
import com.caucho.hessian.io.Hessian2Output;
import com.caucho.hessian.io.SerializerFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import wirebed.codec.bytes.StreamBytes;
import wirebed.codec.guard.AllowList;
import wirebed.codec.hessian.ClaimedLengths;
import wirebed.codec.hessian.caucho.Guarded;
import wirebed.refusal.TrailingBytesException;
import wirebed.tree.Tree;

/** hessian2 with com.caucho:hessian on classes that were written by hand. */
final class HessianClasses implements ClassCodec {
  private final SerializerFactory factory;

  HessianClasses(Tree tree) {
    List<String> allowed = new ArrayList<>(AllowList.HELD_BY_BEANS);
    allowed.add(AllowList.HAND_WRITTEN + "*");
    factory = new Guarded(tree.loader(), allowed);
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
    Hessian2Input in = new Hessian2Input(new ByteArrayInputStream(wire));
    in.setSerializerFactory(factory);
    Object value = in.readObject(type);
    if (in.read() >= 0) {
      throw new TrailingBytesException();
    }
    return value;
  }
}
