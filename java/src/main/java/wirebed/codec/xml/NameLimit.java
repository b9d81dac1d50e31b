package wirebed.codec.xml;

import java.util.HashSet;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;
import wirebed.bridge.Limits;

/**
 * A parser that refuses a document with too many different names. Woodstox compares each name with
 * all earlier ones of the same hash, and a sender can choose names of one hash.
 */
public final class NameLimit extends StreamReaderDelegate {
  private final Set<String> names = new HashSet<>();

  private NameLimit(XMLStreamReader reader) {
    super(reader);
  }

  /** The reader itself, if the document is too short for so many names. */
  public static XMLStreamReader of(XMLStreamReader reader, byte[] wire) {
    return Limits.mayHaveTooManyNames(wire.length) ? new NameLimit(reader) : reader;
  }

  @Override
  public int next() throws XMLStreamException {
    int event = super.next();
    if (event == START_ELEMENT) {
      names.add(getLocalName());
      for (int i = 0; i < getAttributeCount(); i++) {
        names.add(getAttributeLocalName(i));
      }
      Limits.names(names.size());
    }
    return event;
  }
}
