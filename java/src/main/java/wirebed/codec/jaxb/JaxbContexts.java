package wirebed.codec.jaxb;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import javax.xml.XMLConstants;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.glassfish.jaxb.runtime.api.JAXBRIContext;
import org.xml.sax.SAXException;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/**
 * The JAXB context and the XML schema of each message of a tree, for all codecs of JAXB in all
 * threads.
 */
public final class JaxbContexts {
  /** The keys are weak, and so the values must not refer to the tree. */
  private static final Map<Tree, JaxbContexts> OF_TREES = new WeakHashMap<>();

  private final Path folder;
  private final JaxbAnnotations annotations;
  private final Map<String, JAXBContext> contexts = new HashMap<>();
  private final Map<String, Schema> schemas = new HashMap<>();
  private final SchemaFactory factory = SchemaFactory.newDefaultInstance();

  private JaxbContexts(Tree tree) {
    folder = tree.folder().resolve("xsd");
    annotations = new JaxbAnnotations(tree.schema());
    try {
      factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
      factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
    } catch (SAXException e) {
      throw new IllegalStateException(e);
    }
  }

  public static synchronized JaxbContexts of(Tree tree) {
    return OF_TREES.computeIfAbsent(tree, JaxbContexts::new);
  }

  public synchronized JAXBContext of(MessageType type) throws JAXBException {
    JAXBContext context = contexts.get(type.message());
    if (context == null) {
      context =
          JAXBContext.newInstance(
              new Class<?>[] {type.plainClass()},
              Map.of(JAXBRIContext.ANNOTATION_READER, annotations.withRoot(type)));
      contexts.put(type.message(), context);
    }
    return context;
  }

  public synchronized Schema schema(MessageType type) throws SAXException {
    Schema schema = schemas.get(type.message());
    if (schema == null) {
      schema = factory.newSchema(folder.resolve(type.message() + ".xsd").toFile());
      schemas.put(type.message(), schema);
    }
    return schema;
  }
}
