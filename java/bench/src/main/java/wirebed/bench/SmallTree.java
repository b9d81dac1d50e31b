package wirebed.bench;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import wirebed.protocol.PlainClass;
import wirebed.protocol.PlainField;
import wirebed.protocol.PlainSchema;

/**
 * A tree with one message and what it holds, for forks that time protobuf-java.
 *
 * <p>A fork reads the schemas of its tree by protobuf-java, too. The JVM compiles the parser for
 * the messages that it sees first. Where these were large schemas, decoding a small message was 25
 * % slower than in a program that reads nothing else.
 */
final class SmallTree {
  private static final String ANY = "google.protobuf.Any";

  private final Path tree;
  private final PlainSchema schema;
  private final FileDescriptorSet files;

  SmallTree(Path tree) throws IOException {
    this.tree = tree;
    schema = PlainSchema.parseFrom(Files.readAllBytes(tree.resolve("plain.binpb")));
    files = FileDescriptorSet.parseFrom(Files.readAllBytes(tree.resolve("schema.binpb")));
  }

  /** Writes the tree of a message, unless the message may hold any other message. */
  void write(String message, Path folder) throws IOException {
    Set<String> held = held(message);
    if (held.contains(ANY)) {
      return;
    }
    Files.createDirectory(folder);
    for (String name : List.of("java", "java-bench")) {
      Files.createSymbolicLink(folder.resolve(name), tree.resolve(name).toAbsolutePath());
    }
    PlainSchema.Builder small = PlainSchema.newBuilder();
    schema.getClassesList().stream()
        .filter(plain -> held.contains(plain.getMessage()))
        .forEach(small::addClasses);
    schema.getEnumsList().stream()
        .filter(plain -> held.contains(plain.getName()))
        .forEach(small::addEnums);
    Files.write(folder.resolve("plain.binpb"), small.build().toByteArray());
    FileDescriptorSet.Builder extending = FileDescriptorSet.newBuilder();
    files.getFileList().stream()
        .filter(file -> extensions(file).anyMatch(one -> held.contains(one.substring(1))))
        .map(file -> file.toBuilder().clearSourceCodeInfo())
        .forEach(extending::addFile);
    Files.write(folder.resolve("schema.binpb"), extending.build().toByteArray());
  }

  /** The message, and every message and enum in it. */
  private Set<String> held(String message) {
    Set<String> held = new LinkedHashSet<>();
    Deque<String> waiting = new ArrayDeque<>(List.of(message));
    while (!waiting.isEmpty()) {
      String name = waiting.pop();
      if (!name.isEmpty() && held.add(name)) {
        schema.getClassesList().stream()
            .filter(plain -> plain.getMessage().equals(name))
            .map(PlainClass::getFieldsList)
            .flatMap(List::stream)
            .map(PlainField::getType)
            .forEach(type -> waiting.add(type.getName()));
      }
    }
    return held;
  }

  /** The messages that the extensions of a file extend, as `.package.Message`. */
  private static Stream<String> extensions(FileDescriptorProto file) {
    return Stream.concat(
        file.getExtensionList().stream().map(FieldDescriptorProto::getExtendee),
        file.getMessageTypeList().stream().flatMap(SmallTree::extensions));
  }

  private static Stream<String> extensions(DescriptorProto message) {
    return Stream.concat(
        message.getExtensionList().stream().map(FieldDescriptorProto::getExtendee),
        message.getNestedTypeList().stream().flatMap(SmallTree::extensions));
  }
}
