package wirebed.tree;

import com.google.protobuf.DescriptorProtos.FieldOptions;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.ExtensionLite;
import com.google.protobuf.ExtensionRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import wirebed.bridge.MessageShapes;
import wirebed.bridge.PlainShapes;
import wirebed.protocol.Collection;
import wirebed.protocol.FieldHint;
import wirebed.protocol.Model;
import wirebed.protocol.Options;
import wirebed.protocol.PlainClass;
import wirebed.protocol.PlainSchema;

/**
 * One schema tree: its classes, and the plain schema. Each part is loaded at its first use. Several
 * threads may use a tree.
 */
public final class Tree {
  /** Where a tree has its classes. Those of another protoc have another place (java/peer.yaml). */
  private static final String CLASSES = System.getProperty("wirebed.classes", "java/classes");

  private static final String MAPPERS = "mappers/java";

  private final Path folder;
  private final ClassLoader loader;
  private final PlainSchema schema;
  private final Map<String, PlainClass> classes = new LinkedHashMap<>();
  private final Messages messages;
  private final Map<String, MessageType> types = new ConcurrentHashMap<>();
  private final PlainShapes plainShapes;
  private MessageShapes messageShapes;

  /** A tree that was built. */
  public Tree(Path folder) {
    this.folder = folder;
    try {
      loader = new URLClassLoader(urls(folder), Tree.class.getClassLoader());
      schema = PlainSchema.parseFrom(Files.readAllBytes(folder.resolve("plain.binpb")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    schema.getClassesList().forEach(plain -> classes.put(plain.getMessage(), plain));
    plainShapes = new PlainShapes(schema, loader);
    messages = new GeneratedMessages(folder.resolve("schema.binpb"), loader, classes);
  }

  /** The tree's classes, and the folders and jars that the mappers of the bed need. */
  private static URL[] urls(Path folder) throws IOException {
    List<URL> urls = new ArrayList<>(List.of(folder.resolve(CLASSES).toUri().toURL()));
    Path ofMappers = folder.resolve(MAPPERS);
    if (Files.isDirectory(ofMappers)) {
      try (Stream<Path> paths = Files.walk(ofMappers)) {
        for (Path path : paths.sorted().toList()) {
          if (path.toString().endsWith(".jar") || ofMappers.equals(path.getParent())) {
            urls.add(path.toUri().toURL());
          }
        }
      }
    }
    return urls.toArray(URL[]::new);
  }

  /** A tree of which only the descriptor set is there. It has messages and no plain classes. */
  public static Tree ofDescriptors(Path folder) {
    return new Tree(folder, new DynamicMessages(folder.resolve("schema.binpb")));
  }

  private Tree(Path folder, Messages messages) {
    this.folder = folder;
    this.messages = messages;
    loader = Tree.class.getClassLoader();
    schema = PlainSchema.getDefaultInstance();
    plainShapes = new PlainShapes(schema, loader);
  }

  /** Whether there are objects of this model for a message. */
  public boolean has(String message, Model model) {
    return model == Model.MESSAGE ? messages.has(message) : classes.containsKey(message);
  }

  /** The reason why there are no objects of any model for a message. */
  public String whyNot(String message) {
    String refused = messages.whyRefused(message);
    return refused == null ? "this schema tree has no message " + message : refused;
  }

  public MessageType type(String message) {
    if (!has(message, Model.MESSAGE) && !has(message, Model.PLAIN)) {
      throw new IllegalArgumentException(whyNot(message));
    }
    return types.computeIfAbsent(message, name -> new MessageType(this, name));
  }

  public Path folder() {
    return folder;
  }

  public ClassLoader loader() {
    return loader;
  }

  public PlainSchema schema() {
    return schema;
  }

  /** All extensions that the tree declares, for parsers. */
  public ExtensionRegistry extensionRegistry() {
    return messages.extensions().registry();
  }

  /** Every message of the tree, since an Any may hold any of them. */
  public List<Descriptor> descriptors() {
    return messages.descriptors();
  }

  Messages messages() {
    return messages;
  }

  PlainShapes plainShapes() {
    return plainShapes;
  }

  synchronized MessageShapes messageShapes() {
    if (messageShapes == null) {
      messageShapes =
          new MessageShapes(messages::prototype, messages.extensions().fields(), Tree::isSet);
    }
    return messageShapes;
  }

  /** The plain class of a message. */
  Class<?> plainClass(String message) {
    return load(loader, classes.get(message).getJavaClass());
  }

  static Class<?> load(ClassLoader loader, String name) {
    try {
      return Class.forName(name, true, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("the tree was built without the class " + name, e);
    }
  }

  private static boolean isSet(FieldDescriptor field) {
    // Of the methods getExtension of protobuf-java, the one for this type is in every version.
    ExtensionLite<FieldOptions, FieldHint> plain = Options.plain;
    return field.getOptions().getExtension(plain).getCollection() == Collection.SET;
  }
}
