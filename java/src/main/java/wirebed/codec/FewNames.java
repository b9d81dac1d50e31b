package wirebed.codec;

import java.util.HashSet;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;
import wirebed.bridge.Limits;

/**
 * A parser that refuses a document of too many different names: Woodstox compares each one with all
 * before that have the same hash, which a sender can choose.
 */
final class FewNames extends StreamReaderDelegate {
  private final Set<String> names = new HashSet<>();

  private FewNames(XMLStreamReader reader) {
    super(reader);
  }

  /** The reader itself where the document is too short to have so many. */
  static XMLStreamReader of(XMLStreamReader reader, byte[] wire) {
    return Limits.mayHaveTooManyNames(wire.length) ? new FewNames(reader) : reader;
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
