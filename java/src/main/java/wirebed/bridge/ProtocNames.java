package wirebed.bridge;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.Edition;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;

/**
 * The names that protoc generates: of classes that the plain schema does not have, and of
 * accessors.
 */
public final class ProtocNames {
  private ProtocNames() {}

  /** The binary name of a message's class. */
  public static String ofMessage(Descriptor message) {
    String path = message.getName();
    for (Descriptor outer = message.getContainingType();
        outer != null;
        outer = outer.getContainingType()) {
      path = outer.getName() + "$" + path;
    }
    FileDescriptorProto file = message.getFile().toProto();
    boolean own = file.getOptions().getJavaMultipleFiles() || isOf2024(file);
    return own ? inPackage(file, path) : ofFile(file) + "$" + path;
  }

  /** The binary name of the class that protoc generates for a file. */
  public static String ofFile(FileDescriptorProto file) {
    return inPackage(file, simpleName(file));
  }

  /**
   * How the accessors of a field end: `TargetPrice` of getTargetPrice. Of a few fields, whose names
   * are words of the library or conflict with others, protoc changes it.
   */
  static String ofField(FieldDescriptor field) {
    boolean group = field.getType() == FieldDescriptor.Type.GROUP;
    return camel(group ? field.getMessageType().getName() : field.getName());
  }

  private static String inPackage(FileDescriptorProto file, String name) {
    boolean hinted = file.getOptions().hasJavaPackage();
    String java = hinted ? file.getOptions().getJavaPackage() : file.getPackage();
    return java.isEmpty() ? name : java + "." + name;
  }

  private static String simpleName(FileDescriptorProto file) {
    if (file.getOptions().hasJavaOuterClassname()) {
      return file.getOptions().getJavaOuterClassname();
    }
    String path = file.getName().replaceFirst("\\.proto$", "");
    String name = camel(path.substring(path.lastIndexOf('/') + 1));
    if (isOf2024(file)) {
      return name.endsWith("Proto") ? name : name + "Proto";
    }
    return declares(file, name) ? name + "OuterClass" : name;
  }

  /**
   * Whether a file has edition 2024 or a later one. A protobuf-java before 3.25 has no getEdition.
   */
  private static boolean isOf2024(FileDescriptorProto file) {
    return file.getSyntax().equals("editions")
        && file.getEdition().getNumber() >= Edition.EDITION_2024_VALUE;
  }

  private static boolean declares(FileDescriptorProto file, String name) {
    return file.getEnumTypeList().stream().anyMatch(type -> type.getName().equals(name))
        || file.getServiceList().stream().anyMatch(type -> type.getName().equals(name))
        || file.getMessageTypeList().stream().anyMatch(type -> declares(type, name));
  }

  private static boolean declares(DescriptorProto message, String name) {
    return message.getName().equals(name)
        || message.getEnumTypeList().stream().anyMatch(type -> type.getName().equals(name))
        || message.getNestedTypeList().stream().anyMatch(type -> declares(type, name));
  }

  /** Capitalizes each letter that no letter precedes, and drops all but letters and digits. */
  private static String camel(String stem) {
    StringBuilder name = new StringBuilder();
    boolean capital = true;
    for (char c : stem.toCharArray()) {
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
      if (letter) {
        name.append(capital ? Character.toUpperCase(c) : c);
      } else if (c >= '0' && c <= '9') {
        name.append(c);
      }
      capital = !letter;
    }
    return name.toString();
  }
}
