package wirebed.codec;

import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.UnmarshalException;
import jakarta.xml.bind.Unmarshaller;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.transform.sax.SAXSource;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import wirebed.codec.xml.SaxNameLimit;
import wirebed.codec.xml.XmlScopes;
import wirebed.tree.Tree;

/**
 * XML as JAXB's manual begins: `marshal(value, OutputStream)`, which writes without a StAX writer,
 * and `unmarshal` of a stream, which a SAX parser reads to its end.
 */
final class XmlJaxbStreams extends JaxbCodec {
  private static final String NO_DOCUMENT_TYPE =
      "http://apache.org/xml/features/disallow-doctype-decl";

  static final Settings SETTINGS =
      with(
          Settings.NONE
              .guard(
                  "XMLReader of the stream",
                  "the JDK's, disallow-doctype-decl true",
                  "JAXB's own takes a document type, and expands its entities.")
              .guard(
                  "many names and many namespaces are refused",
                  "The parser compares each name with all others."));

  static final About ABOUT =
      about(
              "streams",
              JAXB_BY_JDK,
              "Unmarshaller.unmarshal(Source)",
              "Marshaller.marshal(Object, OutputStream)")
          .libraryPackages("com.sun.org.apache.xerces.internal.")
          .settings(SETTINGS);

  private final SAXParserFactory parsers = SAXParserFactory.newDefaultNSInstance();

  XmlJaxbStreams(Tree tree) {
    super(tree);
    try {
      parsers.setFeature(NO_DOCUMENT_TYPE, true);
    } catch (ParserConfigurationException | SAXException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  void write(Marshaller marshaller, Object value, OutputStream bytes) throws JAXBException {
    marshaller.marshal(value, bytes);
  }

  @Override
  Object read(Unmarshaller unmarshaller, byte[] wire)
      throws JAXBException, ParserConfigurationException, SAXException {
    check(wire);
    XMLReader reader = SaxNameLimit.of(parsers.newSAXParser().getXMLReader(), wire);
    InputSource stream = new InputSource(new ByteArrayInputStream(wire));
    return unmarshaller.unmarshal(new SAXSource(reader, stream));
  }

  private static void check(byte[] wire) throws UnmarshalException {
    try {
      XmlScopes.check(wire);
    } catch (XMLStreamException e) {
      throw new UnmarshalException(e);
    }
  }
}
