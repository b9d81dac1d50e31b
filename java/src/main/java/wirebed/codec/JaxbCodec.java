package wirebed.codec;

import static wirebed.protocol.Model.PLAIN;

import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.ValidationEvent;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import wirebed.bridge.Limits;
import wirebed.codec.bytes.ReusedBytes;
import wirebed.codec.bytes.StreamBytes;
import wirebed.codec.jaxb.JaxbContexts;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/** XML as JAXB binds plain classes. What JAXB writes to and reads from is each codec's own. */
abstract class JaxbCodec implements Codec {
  static final Version JAXB =
      Version.ofJar("jaxb-runtime", "org.glassfish.jaxb.runtime.api.JAXBRIContext");
  static final Version JAXB_BY_JDK = JAXB.with("jdk", Version.ofRuntime());

  final JaxbContexts contexts;

  JaxbCodec(Tree tree) {
    contexts = JaxbContexts.of(tree);
  }

  /**
   * Says what all codecs of JAXB have in common.
   *
   * @param unmarshal the method of the Unmarshaller that the codec calls
   * @param marshal the method of the Marshaller
   */
  static About about(String library, Version version, String unmarshal, String marshal) {
    return About.of("xml-jaxb", library, version)
        .libraryPackages("org.glassfish.jaxb.", "jakarta.xml.bind.", "com.sun.istack.")
        .typedError(
            "jakarta.xml.bind.UnmarshalException", unmarshal + ", @throws UnmarshalException")
        .typedError("jakarta.xml.bind.MarshalException", marshal + ", @throws MarshalException")
        .typedError(
            "jakarta.xml.bind.JAXBException",
            unmarshal + " and " + marshal + ", @throws JAXBException");
  }

  /** The settings of all codecs of JAXB, and those of one of them. */
  static Settings with(Settings own) {
    return Settings.NONE
        .option(
            "annotations",
            "those of an author, given beside the class (JaxbAnnotations)",
            "The plain classes have none, and JAXB needs a root and the order of fields.")
        .and(own)
        .guard(
            "dates and decimals are read and written by adapters that check the length first",
            "They do as JAXB, which takes time that grows with the square of the length.")
        .guard(
            "a value beyond a limit ends the document",
            "JAXB's own handler would go on without the value.")
        .and(Environment.zone("A Date is a text with the offset of this zone."));
  }

  abstract void write(Marshaller marshaller, Object value, OutputStream bytes) throws Exception;

  abstract Object read(Unmarshaller unmarshaller, byte[] wire) throws Exception;

  Unmarshaller unmarshaller(MessageType type) throws Exception {
    Unmarshaller unmarshaller = contexts.of(type).createUnmarshaller();
    unmarshaller.setEventHandler(JaxbCodec::goesOn);
    return unmarshaller;
  }

  /** Decides like JAXB's own handler, but does not skip a value that exceeds {@link Limits}. */
  private static boolean goesOn(ValidationEvent event) {
    Throwable cause = event.getLinkedException();
    while (cause != null && !(cause instanceof Limits.TooLong)) {
      cause = cause.getCause();
    }
    return cause == null && event.getSeverity() != ValidationEvent.FATAL_ERROR;
  }

  @Override
  public final byte[] encode(Object value, MessageType type, Map<String, String> options)
      throws Exception {
    Marshaller marshaller = contexts.of(type).createMarshaller();
    return StreamBytes.of(bytes -> write(marshaller, value, bytes));
  }

  @Override
  public final Object decode(byte[] wire, MessageType type, Map<String, String> options)
      throws Exception {
    return type.checked(PLAIN, read(unmarshaller(type), wire));
  }

  @Override
  public final String kept() {
    return "the context and the factories are kept; new are marshaller, parser and array";
  }

  @Override
  public final ReusingCodec reusing(MessageType type, Map<String, String> options)
      throws Exception {
    return new Reusing(type, contexts.of(type).createMarshaller(), unmarshaller(type));
  }

  private final class Reusing implements ReusingCodec {
    private final MessageType type;
    private final Marshaller marshaller;
    private final Unmarshaller unmarshaller;
    private final ReusedBytes bytes = new ReusedBytes();

    Reusing(MessageType type, Marshaller marshaller, Unmarshaller unmarshaller) {
      this.type = type;
      this.marshaller = marshaller;
      this.unmarshaller = unmarshaller;
    }

    @Override
    public String kept() {
      return "the marshaller or unmarshaller and the array are kept; new is the writer or parser";
    }

    @Override
    public ByteBuffer encode(Object value) throws Exception {
      bytes.reset();
      write(marshaller, value, bytes);
      return bytes.written();
    }

    @Override
    public Object decode(byte[] wire) throws Exception {
      return type.checked(PLAIN, read(unmarshaller, wire));
    }
  }
}
