package wirebed.bridge;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.function.BiConsumer;
import java.util.function.Function;
import wirebed.refusal.RefusedException;

/** The kinds of values of a message, each of the type that its {@link MessageAccess} takes. */
final class MessageValues {
  private static final long UINT32_MAX = 0xffff_ffffL;

  private static final MessageValue INT32 =
      new Simple<Integer>(
          (value, out) -> out.integer(value),
          in -> (int) in.integer(Integer.MIN_VALUE, Integer.MAX_VALUE));
  private static final MessageValue UINT32 =
      new Simple<Integer>(
          (value, out) -> out.integer(value & UINT32_MAX), in -> (int) in.integer(0, UINT32_MAX));
  private static final MessageValue INT64 =
      new Simple<Long>((value, out) -> out.integer(value), ViewReader::bits);
  private static final MessageValue UINT64 =
      new Simple<Long>((value, out) -> out.unsigned(value), ViewReader::bits);
  private static final MessageValue BOOL =
      new Simple<Boolean>((value, out) -> out.bool(value), ViewReader::bool);
  private static final MessageValue FLOAT =
      new Simple<Float>((value, out) -> out.single(value), ViewReader::single);
  private static final MessageValue DOUBLE =
      new Simple<Double>((value, out) -> out.real(value), ViewReader::real);
  private static final MessageValue STRING =
      new Simple<Object>(
          (value, out) -> out.text((String) value),
          in -> in.peek() == 'x' ? new InvalidUtf8(in.rawText()) : in.text());
  private static final MessageValue BYTES =
      new Simple<ByteString>(
          (value, out) -> out.bytes(value.toByteArray()), in -> ByteString.copyFrom(in.bytes()));

  private static final MessageValue OPEN_ENUM =
      new Simple<Integer>((value, out) -> out.enumeration(value), ViewReader::enumeration);

  private MessageValues() {}

  /** Generated accessors of an open enum take its numbers, reflection takes its descriptors. */
  static MessageValue of(FieldDescriptor field, MessageShapes shapes, boolean generated) {
    return switch (field.getType()) {
      case INT32, SINT32, SFIXED32 -> INT32;
      case UINT32, FIXED32 -> UINT32;
      case INT64, SINT64, SFIXED64 -> INT64;
      case UINT64, FIXED64 -> UINT64;
      case BOOL -> BOOL;
      case FLOAT -> FLOAT;
      case DOUBLE -> DOUBLE;
      case STRING -> STRING;
      case BYTES -> BYTES;
      case ENUM ->
          generated ? OPEN_ENUM : new OfEnum(field.getEnumType(), ClosedEnums.hasOne(field));
      case MESSAGE, GROUP -> new OfMessage(shapes, field.getMessageType());
    };
  }

  @SuppressWarnings("unchecked") // the library returns what the field's type says
  private record Simple<T>(BiConsumer<T, ViewWriter> writer, Function<ViewReader, T> reader)
      implements MessageValue {
    @Override
    public void write(Object value, ViewWriter out) {
      writer.accept((T) value, out);
    }

    @Override
    public Object read(ViewReader in) {
      return reader.apply(in);
    }
  }

  private record OfEnum(EnumDescriptor type, boolean closed) implements MessageValue {
    @Override
    public void write(Object value, ViewWriter out) {
      out.enumeration(((EnumValueDescriptor) value).getNumber());
    }

    @Override
    public Object read(ViewReader in) {
      int number = in.enumeration();
      EnumValueDescriptor known = type.findValueByNumber(number);
      if (known != null) {
        return known;
      }
      if (closed) {
        throw new RefusedException(type.getFullName() + " is closed and has no number " + number);
      }
      return type.findValueByNumberCreatingIfUnknown(number);
    }
  }

  /** A message, whose shape is looked up at its first use: it may not be complete before. */
  private static final class OfMessage implements MessageValue {
    private final MessageShapes shapes;
    private final Descriptor descriptor;
    private MessageShape shape; // another thread may set it; all of its fields are final

    OfMessage(MessageShapes shapes, Descriptor descriptor) {
      this.shapes = shapes;
      this.descriptor = descriptor;
    }

    @Override
    public void write(Object value, ViewWriter out) {
      shape().write((Message) value, out);
    }

    @Override
    public Object read(ViewReader in) {
      return shape().read(in);
    }

    private MessageShape shape() {
      MessageShape known = shape;
      if (known == null) {
        known = shapes.of(descriptor);
        shape = known;
      }
      return known;
    }
  }
}
