package wirebed.tree;

import com.google.protobuf.DescriptorProtos.FieldOptions;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The extensions of a tree, and the registry that parsers need. */
record Extensions(ExtensionRegistry registry, List<FieldDescriptor> fields) {
  private static final String OF_OPTIONS =
      FieldOptions.getDescriptor().getFile().getName(); // of schemas, not of values

  static Extensions of(List<FileDescriptor> files, Function<Descriptor, Message> prototypes) {
    List<FieldDescriptor> fields = new ArrayList<>();
    for (FileDescriptor file : files) {
      fields.addAll(file.getExtensions());
      file.getMessageTypes().forEach(message -> collect(message, fields));
    }
    fields.removeIf(field -> field.getContainingType().getFile().getName().equals(OF_OPTIONS));
    ExtensionRegistry registry = ExtensionRegistry.newInstance();
    for (FieldDescriptor field : fields) {
      if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
        registry.add(field, prototypes.apply(field.getMessageType()));
      } else {
        registry.add(field);
      }
    }
    return new Extensions(registry, fields);
  }

  private static void collect(Descriptor message, List<FieldDescriptor> fields) {
    fields.addAll(message.getExtensions());
    message.getNestedTypes().forEach(nested -> collect(nested, fields));
  }
}
