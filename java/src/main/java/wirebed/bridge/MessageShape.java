package wirebed.bridge;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One message type, compiled: its fields in the order of the view, then its extensions by number.
 */
final class MessageShape {
  private final Message prototype;
  private final byte[] name;
  private final MessageField[] fields;
  private final Map<Integer, MessageField> byNumber = new HashMap<>();

  MessageShape(MessageShapes shapes, Message prototype, List<FieldDescriptor> extensions) {
    this.prototype = prototype;
    this.name = ViewWriter.name(prototype.getDescriptorForType().getFullName());
    List<FieldDescriptor> all = new ArrayList<>(prototype.getDescriptorForType().getFields());
    all.addAll(extensions);
    this.fields =
        all.stream().map(field -> new MessageField(shapes, field)).toArray(MessageField[]::new);
    for (MessageField field : fields) {
      byNumber.put(field.number, field);
    }
  }

  MessageField field(int number) {
    MessageField field = byNumber.get(number);
    if (field == null) {
      String type = prototype.getDescriptorForType().getFullName();
      throw new IllegalArgumentException(type + " has no field " + number);
    }
    return field;
  }

  void write(Message message, ViewWriter out) {
    out.record(name);
    for (MessageField field : fields) {
      FieldDescriptor descriptor = field.descriptor;
      if (descriptor.isRepeated()) {
        List<?> elements = (List<?>) message.getField(descriptor);
        if (descriptor.isExtension() && elements.isEmpty()) {
          continue; // a view has an extension only if it is set
        }
        out.field(field.number);
        if (field.key != null) {
          writeMap(field, elements, out);
        } else if (field.set) {
          writeSet(field, elements, out);
        } else {
          writeList(field, elements, out);
        }
      } else if (!field.presence || message.hasField(descriptor)) {
        out.field(field.number);
        field.write(message.getField(descriptor), out);
      } else if (field.showsDefault && out.showsDefaults()) {
        out.field(field.number);
        out.absent();
        field.write(message.getField(descriptor), out);
      }
    }
    out.end();
  }

  private static void writeList(MessageField field, List<?> elements, ViewWriter out) {
    out.list(elements.size());
    for (Object element : elements) {
      field.write(element, out);
    }
  }

  private static void writeSet(MessageField field, List<?> elements, ViewWriter out) {
    out.set(elements.size());
    SortedKeys sorted = new SortedKeys(elements.size());
    for (Object element : elements) {
      sorted.add(element, node -> field.write(element, node));
    }
    sorted.forEach((node, element) -> out.nodes(node));
  }

  /**
   * A map that was read from text may have a key twice: the last entry counts, as in the generated
   * accessor.
   */
  private static void writeMap(MessageField field, List<?> entries, ViewWriter out) {
    Map<Object, Object> pairs = new LinkedHashMap<>();
    for (Object entry : entries) {
      // Reflection returns an enum value as its descriptor; MapEntry.getValue returns a number.
      Message pair = (Message) entry;
      pairs.put(pair.getField(field.key.descriptor), pair.getField(field.value.descriptor));
    }
    out.map(pairs.size());
    SortedKeys keys = new SortedKeys(pairs.size());
    pairs.forEach((key, value) -> keys.add(value, node -> field.key.write(key, node)));
    keys.forEach(
        (node, value) -> {
          out.nodes(node);
          field.value.write(value, out);
        });
  }

  Message read(ViewReader in) {
    int at = in.offset();
    char tag = in.peek();
    if (tag == '=') {
      in.tag();
      return (Message) in.same(prototype.getClass());
    }
    int slot = in.begin(at);
    Message.Builder builder = prototype.newBuilderForType();
    readInto(builder, in);
    Message message = builder.buildPartial();
    in.built(slot, message);
    return message;
  }

  /** Sets the fields that the record has, and no others. */
  void readInto(Message.Builder builder, ViewReader in) {
    char tag = in.tag();
    if (tag != 'r') {
      throw in.unexpected(tag, "a record");
    }
    in.recordName(name);
    for (int number = in.field(); number != 0; number = in.field()) {
      MessageField field = byNumber.get(number);
      if (field == null) {
        throw in.error("no field " + number);
      }
      if (field.key != null) {
        readMap(builder, field, in);
      } else if (field.descriptor.isRepeated()) {
        setList(builder, field.descriptor, readList(field, in));
      } else {
        set(builder, field.descriptor, field.read(in));
      }
    }
  }

  private static void set(Message.Builder builder, FieldDescriptor field, Object value) {
    if (value instanceof InvalidUtf8 raw) {
      raw.set(builder, field);
    } else {
      builder.setField(field, value);
    }
  }

  private static void setList(Message.Builder builder, FieldDescriptor field, List<?> values) {
    if (values.stream().noneMatch(InvalidUtf8.class::isInstance)) {
      builder.setField(field, values);
      return;
    }
    builder.clearField(field);
    for (Object value : values) {
      if (value instanceof InvalidUtf8 raw) {
        raw.add(builder, field);
      } else {
        builder.addRepeatedField(field, value);
      }
    }
  }

  private static List<Object> readList(MessageField field, ViewReader in) {
    int count = in.count(field.set ? 'z' : 'l');
    List<Object> elements = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      elements.add(field.read(in));
    }
    return elements;
  }

  private static void readMap(Message.Builder builder, MessageField field, ViewReader in) {
    int count = in.count('m');
    builder.clearField(field.descriptor);
    for (int i = 0; i < count; i++) {
      Message.Builder entry = builder.newBuilderForField(field.descriptor);
      set(entry, field.key.descriptor, field.key.read(in));
      set(entry, field.value.descriptor, field.value.read(in));
      builder.addRepeatedField(field.descriptor, entry.buildPartial());
    }
  }
}
