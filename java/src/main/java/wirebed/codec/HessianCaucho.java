package wirebed.codec;

import com.caucho.hessian.io.Hessian2Input;
import com.caucho.hessian.io.Hessian2Output;
import com.caucho.hessian.io.SerializerFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/** hessian2 with com.caucho:hessian, the library of the format's authors. */
final class HessianCaucho implements BareCodec {
  private interface Body {
    void write(Hessian2Output out) throws IOException;
  }

  private final SerializerFactory factory;

  HessianCaucho(Tree tree) {
    factory = new SerializerFactory(tree.loader());
    // A boxed Float travels as a handle of the library. The first pattern that matches decides.
    List<String> handles = List.of("com.caucho.hessian.io.FloatHandle");
    factory.getClassFactory().allow(AllowList.pattern(tree, handles));
    factory.getClassFactory().deny("*");
  }

  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options)
      throws IOException {
    return write(factory, options, out -> out.writeObject(value));
  }

  @Override
  public Object decode(byte[] wire, MessageType type, Map<String, String> options)
      throws IOException {
    return read(wire, factory, options);
  }

  @Override
  public byte[] encodeBare(Object value, Map<String, String> options) throws IOException {
    return write(factory, options, out -> new CauchoBareOutput(out).write(value));
  }

  @Override
  public Object decodeBare(byte[] wire, Map<String, String> options) throws IOException {
    return read(wire, new CauchoBareFactory(), options);
  }

  private static byte[] write(SerializerFactory factory, Map<String, String> options, Body body)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Hessian2Output out = new Hessian2Output(bytes);
    out.setSerializerFactory(factory);
    boolean envelope = Envelope.wanted(options);
    if (envelope) {
      out.startMessage();
    }
    body.write(out);
    if (envelope) {
      out.completeMessage();
    }
    out.flush();
    return bytes.toByteArray();
  }

  private static Object read(byte[] wire, SerializerFactory factory, Map<String, String> options)
      throws IOException {
    Hessian2Input in = new Hessian2Input(new ByteArrayInputStream(wire));
    in.setSerializerFactory(factory);
    boolean envelope = Envelope.wanted(options);
    if (envelope) {
      in.startMessage();
    }
    Object value = in.readObject();
    if (envelope) {
      in.completeMessage();
    }
    if (in.read() >= 0) {
      throw new TrailingBytesException();
    }
    return value;
  }
}
