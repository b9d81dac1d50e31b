package wirebed.codec.xml;

/** The StAX parser of the JDK, which codecs call beside their library. */
public final class JdkStax {
  /** It is Xerces under a name of the JDK. */
  public static final String[] PACKAGES = {
    "com.sun.org.apache.xerces.internal.", "com.sun.xml.internal.stream.", "javax.xml.stream."
  };

  /** The error of this parser, as of every other, and where it is documented. */
  public static final String ERROR = "javax.xml.stream.XMLStreamException";

  public static final String AUTHORITY =
      "XMLInputFactory.createXMLStreamReader(InputStream) and XMLStreamReader.next(), @throws"
          + " XMLStreamException";

  private JdkStax() {}
}
