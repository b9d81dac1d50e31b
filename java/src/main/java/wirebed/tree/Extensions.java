package wirebed.tree;

import com.google.protobuf.DescriptorProtos;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The extensions of a tree. Those of a file are in the class that protoc generates for the file.
 */
record Extensions(ExtensionRegistry registry, List<FieldDescriptor> fields) {
  static Extensions load(
      Path schema, Function<String, Class<?>> classes, Function<Descriptor, Message> prototypes) {
    List<FieldDescriptor> fields = new ArrayList<>();
    ExtensionRegistry registry = ExtensionRegistry.newInstance();
    try {
      for (FileDescriptorProto file :
          FileDescriptorSet.parseFrom(Files.readAllBytes(schema)).getFileList()) {
        if (!file.getName().startsWith("google/protobuf/") && extendsAnything(file)) {
          collect(descriptor(classes.apply(ProtocNames.ofFile(file))), fields);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // Options that extend descriptor.proto are in schemas, not in values.
    fields.removeIf(
        field -> field.getContainingType().getFile() == DescriptorProtos.getDescriptor());
    for (FieldDescriptor field : fields) {
      if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
        registry.add(field, prototypes.apply(field.getMessageType()));
      } else {
        registry.add(field);
      }
    }
    return new Extensions(registry, fields);
  }

  private static FileDescriptor descriptor(Class<?> fileClass) {
    try {
      return (FileDescriptor) fileClass.getMethod("getDescriptor").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(fileClass + " is no class of a .proto file", e);
    }
  }

  private static void collect(FileDescriptor file, List<FieldDescriptor> fields) {
    fields.addAll(file.getExtensions());
    file.getMessageTypes().forEach(message -> collect(message, fields));
  }

  private static void collect(Descriptor message, List<FieldDescriptor> fields) {
    fields.addAll(message.getExtensions());
    message.getNestedTypes().forEach(nested -> collect(nested, fields));
  }

  private static boolean extendsAnything(FileDescriptorProto file) {
    return file.getExtensionCount() > 0
        || file.getMessageTypeList().stream().anyMatch(Extensions::extendsAnything);
  }

  private static boolean extendsAnything(DescriptorProto message) {
    return message.getExtensionCount() > 0
        || message.getNestedTypeList().stream().anyMatch(Extensions::extendsAnything);
  }
}
