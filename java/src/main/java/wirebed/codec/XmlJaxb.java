package wirebed.codec;

import static javax.xml.stream.XMLStreamConstants.DTD;
import static javax.xml.stream.XMLStreamConstants.END_DOCUMENT;
import static javax.xml.stream.XMLStreamConstants.START_ELEMENT;
import static wirebed.protocol.Model.PLAIN;

import com.ctc.wstx.stax.WstxInputFactory;
import com.ctc.wstx.stax.WstxOutputFactory;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.ValidationEvent;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.xml.sax.SAXException;
import wirebed.bridge.Limits;
import wirebed.codec.bytes.ReusedBytes;
import wirebed.codec.bytes.StreamBytes;
import wirebed.codec.jaxb.JaxbContexts;
import wirebed.codec.xml.NameLimit;
import wirebed.codec.xml.XmlScopes;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/**
 * XML as JAXB binds plain classes, by a StAX parser and writer. JAXB's defaults skip elements that
 * they do not know and values that they cannot read; with a schema, such a document is refused.
 */
final class XmlJaxb implements Codec {
  static final Settings SETTINGS =
      Settings.NONE
          .option(
              "annotations",
              "those of an author, given beside the class (JaxbAnnotations)",
              "The plain classes have none, and JAXB needs a root and the order of fields.")
          .guard(
              "XMLInputFactory",
              "SUPPORT_DTD false, IS_SUPPORTING_EXTERNAL_ENTITIES false",
              "A DTD expands entities without limit, and names files and servers.")
          .option("XMLStreamReader and XMLStreamWriter", "of the JDK", "The codec is about them.")
          .guard(
              "dates and decimals are read and written by adapters that check the length first",
              "They do as JAXB, which takes time that grows with the square of the length.")
          .guard(
              "a document type, many names, many namespaces and what follows the root are refused",
              "The parsers skip the first and compare each name with all others.")
          .guard(
              "a value beyond a limit ends the document",
              "JAXB's own handler would go on without the value.")
          .and(Environment.zone("A Date is a text with the offset of this zone."));

  static final Settings OF_WOODSTOX = ofWoodstox(SETTINGS);
  static final Settings VALIDATED = validated(SETTINGS);
  static final Settings VALIDATED_BY_WOODSTOX = validated(OF_WOODSTOX);

  private final JaxbContexts contexts;
  private final XMLInputFactory inputs;
  private final XMLOutputFactory outputs;
  private final boolean validates;

  private XmlJaxb(Tree tree, XMLInputFactory inputs, XMLOutputFactory outputs, boolean validates) {
    contexts = JaxbContexts.of(tree);
    this.inputs = inputs;
    this.outputs = outputs;
    this.validates = validates;
    inputs.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    inputs.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
  }

  private static Settings ofWoodstox(Settings settings) {
    return Settings.NONE
        .option("XMLStreamReader and XMLStreamWriter", "of Woodstox", "The codec is about them.")
        .and(
            new Settings(
                settings.all().stream()
                    .filter(one -> !one.getName().startsWith("XMLStreamReader"))
                    .toList()));
  }

  private static Settings validated(Settings settings) {
    return Settings.NONE
        .option(
            "Unmarshaller.setSchema", "the XSD of the message", "Without it, JAXB skips errors.")
        .and(settings);
  }

  static XmlJaxb ofJdk(Tree tree, boolean validates) {
    return new XmlJaxb(
        tree, XMLInputFactory.newDefaultFactory(), XMLOutputFactory.newDefaultFactory(), validates);
  }

  static XmlJaxb ofWoodstox(Tree tree, boolean validates) {
    return new XmlJaxb(tree, new WstxInputFactory(), new WstxOutputFactory(), validates);
  }

  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options)
      throws Exception {
    Marshaller marshaller = contexts.of(type).createMarshaller();
    return StreamBytes.of(bytes -> write(marshaller, value, bytes));
  }

  private void write(Marshaller marshaller, Object value, OutputStream bytes)
      throws JAXBException, XMLStreamException {
    XMLStreamWriter writer = outputs.createXMLStreamWriter(bytes, "UTF-8");
    marshaller.marshal(value, writer);
    writer.close();
  }

  @Override
  public Object decode(byte[] wire, MessageType type, Map<String, String> options)
      throws JAXBException, SAXException, XMLStreamException {
    return type.checked(PLAIN, read(unmarshaller(type), wire));
  }

  private Unmarshaller unmarshaller(MessageType type) throws JAXBException, SAXException {
    Unmarshaller unmarshaller = contexts.of(type).createUnmarshaller();
    if (validates) {
      unmarshaller.setSchema(contexts.schema(type));
    }
    unmarshaller.setEventHandler(XmlJaxb::goesOn);
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

  private Object read(Unmarshaller unmarshaller, byte[] wire)
      throws JAXBException, XMLStreamException {
    XmlScopes.check(wire);
    XMLStreamReader parser = inputs.createXMLStreamReader(new ByteArrayInputStream(wire));
    XMLStreamReader reader = NameLimit.of(parser, wire);
    enter(reader);
    Object value = unmarshaller.unmarshal(reader);
    leave(reader);
    return value;
  }

  /** Refuses a document type, which the parsers would skip. */
  private static void enter(XMLStreamReader reader) throws XMLStreamException {
    while (reader.next() != START_ELEMENT) {
      if (reader.getEventType() == DTD) {
        throw new XMLStreamException("a document type is refused", reader.getLocation());
      }
    }
  }

  /** Reads to the end, so that the parser refuses what may not follow the root. */
  private static void leave(XMLStreamReader reader) throws XMLStreamException {
    while (reader.getEventType() != END_DOCUMENT) {
      reader.next();
    }
  }

  @Override
  public String kept() {
    return "the context and the StAX factories are kept; new are marshaller, parser and array";
  }

  @Override
  public ReusingCodec reusing(MessageType type, Map<String, String> options)
      throws JAXBException, SAXException {
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
    public ByteBuffer encode(Object value) throws JAXBException, XMLStreamException {
      bytes.reset();
      write(marshaller, value, bytes);
      return bytes.written();
    }

    @Override
    public Object decode(byte[] wire) throws JAXBException, XMLStreamException {
      return type.checked(PLAIN, read(unmarshaller, wire));
    }
  }
}
