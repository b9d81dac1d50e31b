package wirebed.bridge;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import wirebed.refusal.RefusedException;

/**
 * One field of a message type: how its values (or elements, keys, map values) are written and read.
 */
final class MessageField {
  private static final long UINT32_MAX = 0xffff_ffffL;

  final FieldDescriptor descriptor;
  final int number;
  final boolean presence;
  final boolean set;
  final boolean showsDefault; // when absent, reads as a scalar or enum that the bytes do not have
  final MessageField key; // of a map, else null
  final MessageField value;
  private final MessageShapes shapes;
  private MessageShape child;

  MessageField(MessageShapes shapes, FieldDescriptor descriptor) {
    this.shapes = shapes;
    this.descriptor = descriptor;
    this.number = descriptor.getNumber();
    this.presence = descriptor.hasPresence();
    this.set = shapes.isSet(descriptor);
    this.showsDefault =
        presence
            && !descriptor.isExtension()
            && descriptor.getJavaType() != JavaType.MESSAGE
            && descriptor.getRealContainingOneof() == null;
    boolean map = descriptor.isMapField();
    this.key = map ? entry(shapes, descriptor, "key") : null;
    this.value = map ? entry(shapes, descriptor, "value") : null;
  }

  private static MessageField entry(MessageShapes shapes, FieldDescriptor map, String name) {
    return new MessageField(shapes, map.getMessageType().findFieldByName(name));
  }

  void write(Object value, ViewWriter out) {
    switch (descriptor.getType()) {
      case INT32, SINT32, SFIXED32 -> out.integer((Integer) value);
      case UINT32, FIXED32 -> out.integer((Integer) value & UINT32_MAX);
      case INT64, SINT64, SFIXED64 -> out.integer((Long) value);
      case UINT64, FIXED64 -> out.unsigned((Long) value);
      case BOOL -> out.bool((Boolean) value);
      case FLOAT -> out.single((Float) value);
      case DOUBLE -> out.real((Double) value);
      case STRING -> out.text((String) value);
      case BYTES -> out.bytes(((ByteString) value).toByteArray());
      case ENUM -> out.enumeration(((EnumValueDescriptor) value).getNumber());
      case MESSAGE, GROUP -> child().write((Message) value, out);
    }
  }

  Object read(ViewReader in) {
    return switch (descriptor.getType()) {
      case INT32, SINT32, SFIXED32 -> (int) in.integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
      case UINT32, FIXED32 -> (int) in.integer(0, UINT32_MAX);
      case INT64, SINT64, SFIXED64, UINT64, FIXED64 -> in.bits();
      case BOOL -> in.bool();
      case FLOAT -> in.single();
      case DOUBLE -> in.real();
      case STRING -> in.peek() == 'x' ? new InvalidUtf8(in.rawText()) : in.text();
      case BYTES -> ByteString.copyFrom(in.bytes());
      case ENUM -> constant(in.enumeration());
      case MESSAGE, GROUP -> child().read(in);
    };
  }

  private EnumValueDescriptor constant(int number) {
    EnumDescriptor type = descriptor.getEnumType();
    EnumValueDescriptor known = type.findValueByNumber(number);
    if (known != null) {
      return known;
    }
    if (descriptor.legacyEnumFieldTreatedAsClosed()) {
      throw new RefusedException(type.getFullName() + " is closed and has no number " + number);
    }
    return type.findValueByNumberCreatingIfUnknown(number);
  }

  private MessageShape child() {
    MessageShape known = child; // another thread may set it; all of its fields are final
    if (known == null) {
      known = shapes.of(descriptor.getMessageType());
      child = known;
    }
    return known;
  }
}
