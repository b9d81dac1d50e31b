package wirebed.codec.xml;

import java.util.HashSet;
import java.util.Set;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.XMLFilterImpl;
import wirebed.bridge.Limits;

/** {@link NameLimit} for a SAX parser. */
public final class SaxNameLimit extends XMLFilterImpl {
  private final Set<String> names = new HashSet<>();

  private SaxNameLimit(XMLReader reader) {
    super(reader);
  }

  /** The reader itself, if the document is too short for so many names. */
  public static XMLReader of(XMLReader reader, byte[] wire) {
    return Limits.mayHaveTooManyNames(wire.length) ? new SaxNameLimit(reader) : reader;
  }

  @Override
  public void startElement(String uri, String local, String name, Attributes attributes)
      throws SAXException {
    names.add(local);
    for (int i = 0; i < attributes.getLength(); i++) {
      names.add(attributes.getLocalName(i));
    }
    Limits.names(names.size());
    super.startElement(uri, local, name, attributes);
  }
}
