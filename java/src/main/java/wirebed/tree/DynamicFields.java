package wirebed.tree;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import wirebed.bridge.ClosedEnums;

/**
 * The maps and enums of dynamic messages. A map that was parsed is a list of entries, and is
 * written as such; an enum that was parsed keeps the name that stood in the text.
 */
final class DynamicFields {
  private DynamicFields() {}

  /**
   * The message as it is in the class that protoc generates. A map has each key once with its last
   * value, no unknown field inside an entry, and an entry whose value is an unknown number of a
   * closed enum among the unknown fields of the message that has the map. An enum is its number,
   * whose first name is written.
   */
  static Message settled(Message message) {
    Message.Builder builder = null;
    for (Map.Entry<FieldDescriptor, Object> set : message.getAllFields().entrySet()) {
      FieldDescriptor field = set.getKey();
      if (field.getJavaType() != JavaType.MESSAGE && field.getJavaType() != JavaType.ENUM) {
        continue;
      }
      builder = builder == null ? message.toBuilder() : builder;
      if (field.isMapField()) {
        settle(builder, field, (List<?>) set.getValue());
      } else if (field.isRepeated()) {
        List<Object> elements = new ArrayList<>();
        ((List<?>) set.getValue()).forEach(element -> elements.add(value(element)));
        builder.setField(field, elements);
      } else {
        builder.setField(field, value(set.getValue()));
      }
    }
    return builder == null ? message : builder.buildPartial();
  }

  private static Object value(Object held) {
    if (held instanceof Message message) {
      return settled(message);
    }
    EnumValueDescriptor named = (EnumValueDescriptor) held;
    EnumValueDescriptor first = named.getType().findValueByNumber(named.getNumber());
    return first == null ? named : first;
  }

  private static void settle(Message.Builder message, FieldDescriptor map, List<?> entries) {
    FieldDescriptor key = map.getMessageType().findFieldByNumber(1);
    FieldDescriptor value = map.getMessageType().findFieldByNumber(2);
    Map<Object, Message> kept = new LinkedHashMap<>();
    UnknownFieldSet.Builder unknown = message.getUnknownFields().toBuilder();
    for (Object element : entries) {
      Message entry = (Message) element;
      if (ClosedEnums.hasOne(value) && entry.getUnknownFields().hasField(value.getNumber())) {
        unknown.mergeField(
            map.getNumber(),
            UnknownFieldSet.Field.newBuilder().addLengthDelimited(bytes(entry, value)).build());
        continue;
      }
      Message known =
          entry.toBuilder().setUnknownFields(UnknownFieldSet.getDefaultInstance()).buildPartial();
      kept.put(entry.getField(key), settled(known));
    }
    message.setField(map, List.copyOf(kept.values())).setUnknownFields(unknown.build());
  }

  /** The bytes of an entry whose value is unknown: the library adds the default before it. */
  private static ByteString bytes(Message entry, FieldDescriptor value) {
    UnknownFieldSet.Builder key = UnknownFieldSet.newBuilder();
    try {
      key.mergeFrom(entry.toByteString()).clearField(value.getNumber());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
    return key.mergeFrom(entry.getUnknownFields()).build().toByteString();
  }
}
