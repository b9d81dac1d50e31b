package wirebed.bridge;

import com.google.protobuf.Descriptors.FieldDescriptor;

/** Which fields do not hold the numbers that their enum does not have. */
public final class ClosedEnums {
  private ClosedEnums() {}

  /**
   * Whether a field is of an enum that is closed in it. In proto2 all are, and in proto3 none is;
   * the library is asked in editions alone, since one without editions has no such method.
   */
  public static boolean hasOne(FieldDescriptor field) {
    return field.getType() == FieldDescriptor.Type.ENUM
        && switch (field.getFile().toProto().getSyntax()) {
          case "editions" -> field.legacyEnumFieldTreatedAsClosed();
          case "proto3" -> false;
          default -> true;
        };
  }
}
