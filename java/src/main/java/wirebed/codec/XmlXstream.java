package wirebed.codec;

import com.thoughtworks.xstream.XStream;
import com.thoughtworks.xstream.converters.basic.BigDecimalConverter;
import com.thoughtworks.xstream.converters.basic.DateConverter;
import com.thoughtworks.xstream.io.HierarchicalStreamReader;
import com.thoughtworks.xstream.io.xml.CompactWriter;
import com.thoughtworks.xstream.io.xml.StaxDriver;
import com.thoughtworks.xstream.security.NoTypePermission;
import com.thoughtworks.xstream.security.NullPermission;
import com.thoughtworks.xstream.security.PrimitiveTypePermission;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import wirebed.bridge.DecimalText;
import wirebed.bridge.Limits;
import wirebed.codec.bytes.ReusedBytes;
import wirebed.codec.bytes.StreamBytes;
import wirebed.codec.xml.JdkStax;
import wirebed.codec.xml.XmlScopes;
import wirebed.refusal.Held;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/**
 * xml and xml-lean with XStream: its default driver writes, and its StAX driver reads into a new
 * object of the class, as in seed S2.
 */
public final class XmlXstream implements Codec {
  /** The time limit for adding to a collection, which a sender can make slow. */
  private static final int MOST_SECONDS = 1;

  static final Settings SETTINGS =
      Settings.NONE
          .option(
              "driver for reading",
              "StaxDriver of the JDK's parser, without DTDs and entities",
              "Seed S2 reads with StAX. A DTD expands entities without limit.")
          .option(
              "ignoreUnknownElements",
              "all",
              "Readers skip fields that they do not know, so that schemas can change.")
          .guard(
              "setCollectionUpdateLimit",
              Integer.toString(MOST_SECONDS),
              "A sender can make additions slow; the default of 20 seconds is for one collection.")
          .guard(
              "permissions",
              "the classes of the tree, and what they hold",
              "The bytes name classes.")
          .option("alias", "the simple names of the classes of seed S2", "The article has them.")
          .guard(
              "decimals and dates are read by converters that check the length first",
              "The JDK parses them in time that grows with the square of it.")
          .guard(
              "declarations of namespaces in scope are counted first",
              "The JDK's parser compares each name with all of them.")
          .guard("what follows the root is parsed, too", "XStream stops at the end of the root.")
          .code(
              "the root is an object that the codec makes",
              "Its fields have the defaults of its constructor, as in seed S2.");

  public static final About SHAPE = about("xml").settings(SETTINGS);
  static final About LEAN =
      about("xml-lean")
          .settings(
              Settings.NONE
                  .option(
                      "CompactWriter",
                      "instead of PrettyPrintWriter",
                      "The format has no white space.")
                  .option("alias", "all unique simple names", "The format is short.")
                  .and(SETTINGS));

  /** The package of seed S2's classes, for which the article sets their simple names as aliases. */
  private static final String ARTICLE = "com.polarsparc.data.interchange.";

  /** The types of elements, keys and values. Collections and other arrays are not among them. */
  private static final List<String> ELEMENTS =
      List.of("java.lang.String", "java.math.BigDecimal", "java.util.Date", "[B");

  private final XStream xstream = new XStream();
  private final StaxDriver driver = new StaxDriver();
  private final XMLInputFactory parsers = parsers();
  private final boolean lean;

  private static final class Decimals extends BigDecimalConverter {
    @Override
    public Object fromString(String text) {
      return DecimalText.parse(text);
    }
  }

  private static final class Dates extends DateConverter {
    @Override
    public Object fromString(String text) {
      return super.fromString(Limits.date(text));
    }
  }

  private XmlXstream(Tree tree, boolean lean) {
    this.lean = lean;
    List<String> classes = new ArrayList<>();
    tree.schema().getClassesList().forEach(plain -> classes.add(plain.getJavaClass()));
    tree.schema().getEnumsList().forEach(plain -> classes.add(plain.getJavaClass()));
    xstream.setClassLoader(tree.loader());
    xstream.ignoreUnknownElements();
    xstream.setCollectionUpdateLimit(MOST_SECONDS);
    xstream.registerConverter(new Decimals());
    xstream.registerConverter(new Dates());
    allow(classes);
    alias(classes, tree.loader());
  }

  private static About about(String format) {
    Version version = Version.ofJar("xstream", "com.thoughtworks.xstream.XStream");
    return About.of(format, "xstream", version)
        .libraryPackages("com.thoughtworks.xstream.")
        .libraryPackages(JdkStax.PACKAGES)
        .typedError(
            "com.thoughtworks.xstream.XStreamException",
            "XStream.unmarshal(HierarchicalStreamReader, Object) and XStream.toXML(Object,"
                + " Writer), @throws XStreamException")
        .typedError(JdkStax.ERROR, JdkStax.AUTHORITY)
        .leavesObject(
            "XStream.unmarshal(HierarchicalStreamReader, Object): \"populating the fields of the"
                + " given root object instead of instantiating a new one\"");
  }

  /** XStream's own shape. */
  static XmlXstream shape(Tree tree) {
    return new XmlXstream(tree, false);
  }

  /** The shape with an alias for each class with a unique simple name, and without white space. */
  static XmlXstream lean(Tree tree) {
    return new XmlXstream(tree, true);
  }

  /** The first permission revokes XStream's defaults. */
  private void allow(List<String> classes) {
    xstream.addPermission(NoTypePermission.NONE);
    xstream.addPermission(NullPermission.NULL);
    xstream.addPermission(PrimitiveTypePermission.PRIMITIVES);
    xstream.allowTypes(ELEMENTS.toArray(String[]::new));
    xstream.allowTypes(classes.toArray(String[]::new));
  }

  private void alias(List<String> classes, ClassLoader loader) {
    Map<String, Long> uses =
        classes.stream().collect(Collectors.groupingBy(XmlXstream::simple, Collectors.counting()));
    for (String name : classes) {
      String simple = simple(name);
      // XStream's own aliases begin with a small letter.
      boolean hasAlias = lean && uses.get(simple) == 1 && Character.isUpperCase(simple.charAt(0));
      if (hasAlias || name.startsWith(ARTICLE)) {
        try {
          xstream.alias(simple, Class.forName(name, false, loader));
        } catch (ClassNotFoundException e) {
          throw new IllegalStateException("the tree was built without the class " + name, e);
        }
      }
    }
  }

  private static String simple(String name) {
    return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
  }

  /** The JDK's parser, even if another one is on the class path, without entities of any kind. */
  private static XMLInputFactory parsers() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    return factory;
  }

  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options)
      throws IOException {
    return StreamBytes.of(bytes -> write(value, bytes));
  }

  private void write(Object value, OutputStream bytes) throws IOException {
    try (Writer text = new OutputStreamWriter(bytes, StandardCharsets.UTF_8)) {
      if (lean) {
        xstream.marshal(value, new CompactWriter(text));
      } else {
        xstream.toXML(value, text);
      }
    }
  }

  @Override
  public Object decode(byte[] wire, MessageType type, Map<String, String> options)
      throws ReflectiveOperationException, XMLStreamException {
    XmlScopes.check(wire);
    XMLStreamReader events = parsers.createXMLStreamReader(new ByteArrayInputStream(wire));
    HierarchicalStreamReader reader = driver.createStaxReader(events);
    Object root = type.plainClass().getConstructor().newInstance();
    try {
      Object value = xstream.unmarshal(reader, root);
      // XStream stops at the end of the root. Reading on lets the parser refuse what may not
      // follow.
      while (events.hasNext()) {
        events.next();
      }
      return value;
    } catch (Exception e) {
      Held.leave(e, root);
      throw e;
    }
  }

  @Override
  public String kept() {
    return "the XStream and the parser factory are kept; new are writer, parser and array";
  }

  @Override
  public ReusingCodec reusing(MessageType type, Map<String, String> options) {
    return ReusedBytes.of("the writer", this::write);
  }
}
