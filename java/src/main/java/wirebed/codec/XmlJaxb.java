package wirebed.codec;

import static javax.xml.stream.XMLStreamConstants.DTD;
import static javax.xml.stream.XMLStreamConstants.END_DOCUMENT;
import static javax.xml.stream.XMLStreamConstants.START_ELEMENT;

import com.ctc.wstx.stax.WstxInputFactory;
import com.ctc.wstx.stax.WstxOutputFactory;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import wirebed.codec.xml.JdkStax;
import wirebed.codec.xml.NameLimit;
import wirebed.codec.xml.XmlScopes;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/**
 * XML as JAXB binds plain classes, by a StAX parser and writer. JAXB's defaults skip elements that
 * they do not know and values that they cannot read; with a schema, such a document is refused.
 */
final class XmlJaxb extends JaxbCodec {
  static final Settings SETTINGS =
      with(
          Settings.NONE
              .guard(
                  "XMLInputFactory",
                  "SUPPORT_DTD false, IS_SUPPORTING_EXTERNAL_ENTITIES false",
                  "A DTD expands entities without limit, and names files and servers.")
              .option(
                  "XMLStreamReader and XMLStreamWriter", "of the JDK", "The codec is about them.")
              .guard(
                  "a document type, many names, many namespaces and what follows the root are"
                      + " refused",
                  "The parsers skip the first and compare each name with all others."));

  private static final Settings OF_WOODSTOX = ofWoodstox(SETTINGS);

  static final About JDK = ofJdk("jdk-stax").settings(SETTINGS);
  static final About JDK_XSD = ofJdk("jdk-stax-xsd").settings(validated(SETTINGS)).readsOnly();
  static final About WOODSTOX = ofWoodstox("woodstox").settings(OF_WOODSTOX);
  static final About WOODSTOX_XSD =
      ofWoodstox("woodstox-xsd").settings(validated(OF_WOODSTOX)).readsOnly();

  private final XMLInputFactory inputs;
  private final XMLOutputFactory outputs;
  private final boolean validates;

  private XmlJaxb(Tree tree, XMLInputFactory inputs, XMLOutputFactory outputs, boolean validates) {
    super(tree);
    this.inputs = inputs;
    this.outputs = outputs;
    this.validates = validates;
    inputs.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    inputs.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
  }

  private static About ofJdk(String library) {
    return ofStax(library, JAXB_BY_JDK).libraryPackages(JdkStax.PACKAGES);
  }

  private static About ofWoodstox(String library) {
    Version woodstox = Version.ofJar("woodstox-core", "com.ctc.wstx.stax.WstxInputFactory");
    return ofStax(library, JAXB.with("woodstox", woodstox))
        .libraryPackages("com.ctc.wstx.", "org.codehaus.stax2.", "javax.xml.stream.")
        .leavesOutput(
            "Marshaller.marshal(Object, XMLStreamWriter): \"XML will be sent to this writer\"");
  }

  private static About ofStax(String library, Version version) {
    return about(
            library,
            version,
            "Unmarshaller.unmarshal(XMLStreamReader)",
            "Marshaller.marshal(Object, XMLStreamWriter)")
        .typedError(JdkStax.ERROR, JdkStax.AUTHORITY);
  }

  private static Settings ofWoodstox(Settings settings) {
    return Settings.NONE
        .option("XMLStreamReader and XMLStreamWriter", "of Woodstox", "The codec is about them.")
        .and(
            new Settings(
                settings.all().stream()
                    .filter(setting -> !setting.getName().startsWith("XMLStreamReader"))
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
  void write(Marshaller marshaller, Object value, OutputStream bytes)
      throws JAXBException, XMLStreamException {
    XMLStreamWriter writer = outputs.createXMLStreamWriter(bytes, "UTF-8");
    marshaller.marshal(value, writer);
    writer.close();
  }

  @Override
  Unmarshaller unmarshaller(MessageType type) throws Exception {
    Unmarshaller unmarshaller = super.unmarshaller(type);
    if (validates) {
      unmarshaller.setSchema(contexts.schema(type));
    }
    return unmarshaller;
  }

  @Override
  Object read(Unmarshaller unmarshaller, byte[] wire) throws JAXBException, XMLStreamException {
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
}
