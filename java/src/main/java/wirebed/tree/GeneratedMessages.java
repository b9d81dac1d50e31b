package wirebed.tree;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import wirebed.bridge.ProtocNames;
import wirebed.protocol.PlainClass;

/** Messages of the classes that protoc generates. Each class is loaded at its first use. */
final class GeneratedMessages implements Messages {
  private final Path schema;
  private final ClassLoader loader;
  private final Map<String, PlainClass> classes;
  private Extensions extensions;

  GeneratedMessages(Path schema, ClassLoader loader, Map<String, PlainClass> classes) {
    this.schema = schema;
    this.loader = loader;
    this.classes = classes;
  }

  @Override
  public boolean has(String message) {
    PlainClass plain = classes.get(message);
    return plain != null && !plain.getJavaMessage().isEmpty();
  }

  @Override
  public String whyRefused(String message) {
    return null;
  }

  @Override
  public Message prototype(String message) {
    return ofClass(classes.get(message).getJavaMessage());
  }

  /**
   * A message that no plain class holds (a Timestamp hinted as Date, an extension's) is not in the
   * plain schema.
   */
  @Override
  public Message prototype(Descriptor descriptor) {
    PlainClass plain = classes.get(descriptor.getFullName());
    return ofClass(plain == null ? ProtocNames.ofMessage(descriptor) : plain.getJavaMessage());
  }

  @Override
  public Message settled(Message parsed) {
    return parsed;
  }

  /** Asks no object, since an old protobuf-java makes none of some messages. */
  @Override
  public List<Descriptor> descriptors() {
    return classes.keySet().stream()
        .filter(this::has)
        .map(name -> (Descriptor) called(classes.get(name).getJavaMessage(), "getDescriptor"))
        .toList();
  }

  @Override
  public synchronized Extensions extensions() {
    if (extensions == null) {
      extensions = Extensions.of(extending(), this::prototype);
    }
    return extensions;
  }

  /** The files that declare extensions. */
  private List<FileDescriptor> extending() {
    try {
      return FileDescriptorSet.parseFrom(Files.readAllBytes(schema)).getFileList().stream()
          .filter(file -> !file.getName().startsWith("google/protobuf/") && extendsAnything(file))
          .map(file -> (FileDescriptor) called(ProtocNames.ofFile(file), "getDescriptor"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Message ofClass(String name) {
    return (Message) called(name, "getDefaultInstance");
  }

  private Object called(String name, String method) {
    try {
      return Tree.load(loader, name).getMethod(method).invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(name + " is no class that protoc generates", e);
    }
  }

  private static boolean extendsAnything(FileDescriptorProto file) {
    return file.getExtensionCount() > 0
        || file.getMessageTypeList().stream().anyMatch(GeneratedMessages::extendsAnything);
  }

  private static boolean extendsAnything(DescriptorProto message) {
    return message.getExtensionCount() > 0
        || message.getNestedTypeList().stream().anyMatch(GeneratedMessages::extendsAnything);
  }
}
