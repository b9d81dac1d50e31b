package wirebed.codec.hessian.caucho;

import com.caucho.hessian.io.Hessian2Input;
import com.caucho.hessian.io.Hessian2Output;
import com.caucho.hessian.io.SerializerFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import wirebed.codec.About;
import wirebed.codec.BareCodec;
import wirebed.codec.ReusingCodec;
import wirebed.codec.Settings;
import wirebed.codec.Version;
import wirebed.codec.bytes.ReusedBytes;
import wirebed.codec.bytes.StreamBytes;
import wirebed.codec.hessian.ClaimedLengths;
import wirebed.codec.hessian.Envelope;
import wirebed.refusal.TrailingBytesException;
import wirebed.tree.MessageType;

/**
 * hessian2 with the streams of com.caucho:hessian, or of hessian-lite, its fork: pom.xml makes the
 * package wirebed.codec.hessian.lite of this class, BareFactory, BareOutput, GuardedFactory and
 * GuardedInput.
 */
public abstract class HessianCodec implements BareCodec {
  public static final Settings SETTINGS =
      Settings.NONE
          .guard(
              "ClassFactory",
              "the classes of the tree, and what they hold",
              "The bytes name classes, and without the list the library loads any.")
          .guard(
              "lengths that the bytes claim are added up first",
              "The library allocates an array of any claimed length.")
          .guard(
              "sets and maps are read by deserializers that check keys before they hash",
              "To hash an object is to hash all that it holds, once for each path to it.")
          .guard(
              "a BigDecimal is read by a deserializer that checks the length of its text",
              "BigDecimal's constructor takes time that grows with the square of it.")
          .guard(
              "arrays of more than 255 dimensions are refused",
              "The library copies the rest of the name for each of them.")
          .guard(
              "an object that is not expected is not shown in the error",
              "Caucho asks it for its text, though its fields may hold objects of any class.")
          .guard("bytes behind the value are refused", "The library leaves them unread.");

  private interface Body {
    void write(Hessian2Output out) throws IOException;
  }

  private final SerializerFactory factory;

  protected HessianCodec(SerializerFactory factory) {
    this.factory = factory;
  }

  /**
   * Says what all codecs of the library have in common. It does not say of any method of its
   * streams when that throws what.
   */
  public static About about(String library, String artifact) {
    Version version = Version.ofJar(artifact, "com.caucho.hessian.io.Hessian2Input");
    return About.of("hessian2", library, version)
        .libraryPackages("com.caucho.hessian.")
        .typedError(
            "com.caucho.hessian.io.HessianFieldException",
            "class HessianFieldException: \"Exception during field reading\"")
        .typedError(
            "com.caucho.hessian.io.HessianProtocolException",
            "SerializerFactory.getDeserializer(String), throws HessianProtocolException")
        .typedError(
            "com.caucho.hessian.HessianException",
            "class HessianException: \"Base runtime exception for Hessian exceptions\"")
        .typedError(
            "java.io.IOException",
            "Hessian2Input.readObject() and Hessian2Output.writeObject(Object), throws IOException")
        .settings(SETTINGS)
        .bare();
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
    return write(factory, options, out -> new BareOutput(out).write(value));
  }

  @Override
  public Object decodeBare(byte[] wire, Map<String, String> options) throws IOException {
    return read(wire, new BareFactory(), options);
  }

  private static byte[] write(SerializerFactory factory, Map<String, String> options, Body body)
      throws IOException {
    return StreamBytes.of(
        bytes -> {
          Hessian2Output out = new Hessian2Output(bytes);
          out.setSerializerFactory(factory);
          write(out, options, body);
        });
  }

  private static void write(Hessian2Output out, Map<String, String> options, Body body)
      throws IOException {
    boolean envelope = Envelope.isRequested(options);
    if (envelope) {
      out.startMessage();
    }
    body.write(out);
    if (envelope) {
      out.completeMessage();
    }
    out.flush();
  }

  private static Object read(byte[] wire, SerializerFactory factory, Map<String, String> options)
      throws IOException {
    ClaimedLengths.check(wire, Envelope.length(options));
    Hessian2Input in = new GuardedInput(new ByteArrayInputStream(wire));
    in.setSerializerFactory(factory);
    return read(in, options);
  }

  private static Object read(Hessian2Input in, Map<String, String> options) throws IOException {
    boolean envelope = Envelope.isRequested(options);
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

  @Override
  public String kept() {
    return "the factory is kept; new are the stream, its buffer and the array";
  }

  @Override
  public ReusingCodec reusing(MessageType type, Map<String, String> options) {
    return new Reusing(factory, options);
  }

  private static final class Reusing implements ReusingCodec {
    private final Map<String, String> options;
    private final ReusedBytes bytes = new ReusedBytes();
    private final Hessian2Output out = new Hessian2Output(bytes);
    private final Hessian2Input in = new GuardedInput(InputStream.nullInputStream());

    Reusing(SerializerFactory factory, Map<String, String> options) {
      this.options = options;
      out.setSerializerFactory(factory);
      in.setSerializerFactory(factory);
    }

    @Override
    public String kept() {
      return "the factory, the stream with its buffer and the array are kept, by init()";
    }

    @Override
    public ByteBuffer encode(Object value) throws IOException {
      bytes.reset();
      out.init(bytes);
      write(out, options, to -> to.writeObject(value));
      return bytes.written();
    }

    @Override
    public Object decode(byte[] wire) throws IOException {
      ClaimedLengths.check(wire, Envelope.length(options));
      in.init(new ByteArrayInputStream(wire));
      return read(in, options);
    }
  }
}
