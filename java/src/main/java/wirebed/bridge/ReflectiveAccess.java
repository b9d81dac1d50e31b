package wirebed.bridge;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A field by the library's reflection: an extension, a field of a closed enum, one whose accessors
 * protoc has given another name, or one of a message that is made from descriptors.
 */
final class ReflectiveAccess implements MessageAccess {
  private final FieldDescriptor field;
  private final FieldDescriptor key; // of a map, else null
  private final FieldDescriptor value;

  ReflectiveAccess(FieldDescriptor field) {
    this.field = field;
    key = field.isMapField() ? field.getMessageType().findFieldByName("key") : null;
    value = field.isMapField() ? field.getMessageType().findFieldByName("value") : null;
  }

  @Override
  public boolean has(Message message) {
    return message.hasField(field);
  }

  @Override
  public Object get(Message message) {
    return key == null ? message.getField(field) : pairs((List<?>) message.getField(field));
  }

  /**
   * A map that was read from text may have a key twice: the last entry counts, as in the generated
   * accessor.
   */
  private Map<Object, Object> pairs(List<?> entries) {
    Map<Object, Object> pairs = new LinkedHashMap<>();
    for (Object entry : entries) {
      // Reflection returns an enum value as its descriptor; MapEntry.getValue returns a number.
      Message pair = (Message) entry;
      pairs.put(pair.getField(key), pair.getField(value));
    }
    return pairs;
  }

  @Override
  public void set(Message.Builder builder, Object held) {
    if (key == null) {
      builder.setField(field, held);
      return;
    }
    builder.clearField(field);
    ((Map<?, ?>) held)
        .forEach(
            (one, content) -> {
              Message.Builder entry = builder.newBuilderForField(field);
              builder.addRepeatedField(
                  field, entry.setField(key, one).setField(value, content).buildPartial());
            });
  }
}
