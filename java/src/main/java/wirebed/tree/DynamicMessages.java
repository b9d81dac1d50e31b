package wirebed.tree;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import wirebed.protocol.Options;

/**
 * Messages of a descriptor set alone, as protobuf-java's DynamicMessage, without those of files
 * that the library refuses.
 */
final class DynamicMessages implements Messages {
  private final Map<String, Message> prototypes = new LinkedHashMap<>();
  private final Map<String, String> refused = new HashMap<>();
  private final Extensions extensions;

  DynamicMessages(Path schema) {
    Map<String, FileDescriptor> files = new LinkedHashMap<>();
    Map<String, String> refusedFiles = new HashMap<>();
    for (FileDescriptorProto file : parsed(schema).getFileList()) {
      String why =
          file.getDependencyList().stream()
              .map(refusedFiles::get)
              .filter(Objects::nonNull)
              .findFirst()
              .orElseGet(() -> add(file, files));
      if (!why.isEmpty()) {
        refusedFiles.put(file.getName(), why);
        refuse(file.getMessageTypeList(), file.getPackage(), why);
      }
    }
    files.values().forEach(file -> collect(file.getMessageTypes()));
    List<FileDescriptor> own =
        files.values().stream().filter(f -> !ofLibrary(f.getName())).toList();
    extensions = Extensions.of(own, this::prototype);
  }

  @Override
  public boolean has(String message) {
    return prototypes.containsKey(message);
  }

  @Override
  public String whyRefused(String message) {
    return refused.get(message);
  }

  @Override
  public Message prototype(String message) {
    return prototypes.get(message);
  }

  /** Map entries are not among the named ones. */
  @Override
  public Message prototype(Descriptor descriptor) {
    Message named = prototypes.get(descriptor.getFullName());
    return named == null ? DynamicMessage.getDefaultInstance(descriptor) : named;
  }

  @Override
  public Message settled(Message parsed) {
    return DynamicFields.settled(parsed);
  }

  @Override
  public List<Descriptor> descriptors() {
    return prototypes.values().stream().map(Message::getDescriptorForType).toList();
  }

  @Override
  public Extensions extensions() {
    return extensions;
  }

  /** The messages of protobuf's own conformance suite are no part of the library. */
  private static boolean ofLibrary(String file) {
    return file.startsWith("google/protobuf/")
        && !file.startsWith("google/protobuf/test_messages_");
  }

  private void collect(List<Descriptor> messages) {
    for (Descriptor message : messages) {
      if (!message.getOptions().getMapEntry()) {
        prototypes.put(message.getFullName(), DynamicMessage.getDefaultInstance(message));
        collect(message.getNestedTypes());
      }
    }
  }

  private static FileDescriptorSet parsed(Path schema) {
    ExtensionRegistry hints = ExtensionRegistry.newInstance();
    Options.registerAllExtensions(hints);
    try {
      return FileDescriptorSet.parseFrom(Files.readAllBytes(schema), hints);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void refuse(List<DescriptorProto> messages, String scope, String why) {
    for (DescriptorProto message : messages) {
      String name = scope.isEmpty() ? message.getName() : scope + "." + message.getName();
      refused.put(name, why);
      refuse(message.getNestedTypeList(), name, why);
    }
  }

  /**
   * Adds a file to those that it may import: a set has every file after those. Returns the reason
   * if the library refuses it, else "".
   */
  private static String add(FileDescriptorProto file, Map<String, FileDescriptor> earlier) {
    FileDescriptor[] imported =
        file.getDependencyList().stream().map(earlier::get).toArray(FileDescriptor[]::new);
    try {
      earlier.put(file.getName(), FileDescriptor.buildFrom(file, imported));
      return "";
    } catch (DescriptorValidationException e) {
      return file.getName() + ": " + e.getDescription();
    }
  }
}
