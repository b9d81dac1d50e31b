package wirebed.tree;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import wirebed.bridge.MessageShapes;
import wirebed.bridge.PlainShapes;
import wirebed.protocol.PlainClass;
import wirebed.protocol.PlainField;
import wirebed.protocol.PlainSchema;

/**
 * One built schema tree: its classes, and the plain schema. Each part is loaded at its first use.
 * Several threads may use a tree.
 */
public final class Tree {
  private final Path folder;
  private final ClassLoader loader;
  private final PlainSchema schema;
  private final Map<String, PlainClass> classes = new LinkedHashMap<>();
  private final Map<String, MessageType> types = new ConcurrentHashMap<>();
  private final PlainShapes plainShapes;
  private MessageShapes messageShapes;
  private Extensions extensions;

  public Tree(Path folder) {
    this.folder = folder;
    try {
      URL[] urls = {folder.resolve("java/classes").toUri().toURL()};
      loader = new URLClassLoader(urls, Tree.class.getClassLoader());
      schema = PlainSchema.parseFrom(Files.readAllBytes(folder.resolve("plain.binpb")));
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    schema.getClassesList().forEach(plain -> classes.put(plain.getMessage(), plain));
    plainShapes = new PlainShapes(schema, loader);
  }

  public boolean has(String message) {
    return classes.containsKey(message);
  }

  public MessageType type(String message) {
    PlainClass plain = classes.get(message);
    if (plain == null) {
      throw new IllegalArgumentException("this schema tree has no message " + message);
    }
    return types.computeIfAbsent(message, name -> new MessageType(this, plain));
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
    return extensions().registry();
  }

  /** Every message of the tree, since an Any may hold any of them. */
  public List<Descriptor> descriptors() {
    List<Descriptor> descriptors = new ArrayList<>();
    classes
        .keySet()
        .forEach(name -> descriptors.add(type(name).prototype().getDescriptorForType()));
    return descriptors;
  }

  PlainShapes plainShapes() {
    return plainShapes;
  }

  synchronized MessageShapes messageShapes() {
    if (messageShapes == null) {
      Set<String> sets = new HashSet<>();
      for (PlainClass plain : schema.getClassesList()) {
        for (PlainField field : plain.getFieldsList()) {
          if (field.getContainer() == PlainField.Container.SET) {
            sets.add(plain.getMessage() + "." + field.getName());
          }
        }
      }
      messageShapes =
          new MessageShapes(this::prototype, extensions().fields(), field -> isSet(sets, field));
    }
    return messageShapes;
  }

  Class<?> load(String name) {
    try {
      return Class.forName(name, true, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("the tree was built without the class " + name, e);
    }
  }

  private static boolean isSet(Set<String> sets, FieldDescriptor field) {
    return field.isRepeated() && !field.isExtension() && sets.contains(field.getFullName());
  }

  /**
   * A message that no plain class holds (a Timestamp hinted as Date, an extension's) is not in the
   * plain schema.
   */
  private Message prototype(Descriptor descriptor) {
    PlainClass plain = classes.get(descriptor.getFullName());
    return plain == null
        ? prototype(ProtocNames.ofMessage(descriptor))
        : type(descriptor.getFullName()).prototype();
  }

  /** The default instance of the class that protoc generated under this name. */
  Message prototype(String javaMessage) {
    try {
      return (Message) load(javaMessage).getMethod("getDefaultInstance").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(javaMessage + " is no message class", e);
    }
  }

  private synchronized Extensions extensions() {
    if (extensions == null) {
      extensions = Extensions.load(folder.resolve("schema.binpb"), this::load, this::prototype);
    }
    return extensions;
  }
}
