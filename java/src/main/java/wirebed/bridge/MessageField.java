package wirebed.bridge;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One field of a message type: how it is written into a view and read from it. */
final class MessageField {
  final FieldDescriptor descriptor;
  private final int number;
  private final boolean extension;
  private final boolean repeated;
  private final boolean set;
  private final boolean presence;
  private final boolean
      showsDefault; // when absent, reads as a scalar or enum that the bytes do not have
  private final MessageAccess access;
  private final MessageValue key; // of a map, else null
  private final MessageValue value; // of an element, of a map's values

  MessageField(MessageShapes shapes, Message prototype, FieldDescriptor descriptor) {
    this.descriptor = descriptor;
    number = descriptor.getNumber();
    extension = descriptor.isExtension();
    repeated = descriptor.isRepeated();
    set = shapes.isSet(descriptor);
    presence = descriptor.hasPresence();
    showsDefault =
        presence
            && !extension
            && descriptor.getJavaType() != JavaType.MESSAGE
            && descriptor.getRealContainingOneof() == null;
    MessageAccess generated = GeneratedAccess.of(prototype, descriptor, shapes);
    access = generated == null ? new ReflectiveAccess(descriptor) : generated;
    if (descriptor.isMapField()) {
      key = value(descriptor.getMessageType().findFieldByName("key"), shapes, generated != null);
      value =
          value(descriptor.getMessageType().findFieldByName("value"), shapes, generated != null);
    } else {
      key = null;
      value = value(descriptor, shapes, generated != null);
    }
  }

  private static MessageValue value(
      FieldDescriptor field, MessageShapes shapes, boolean generated) {
    return MessageValues.of(field, shapes, generated);
  }

  /** Writes the number and the node, if the view of this message has the field. */
  void write(Message message, ViewWriter out) {
    if (repeated) {
      writeRepeated(message, out);
    } else if (!presence || access.has(message)) {
      out.field(number);
      value.write(access.get(message), out);
    } else if (showsDefault && out.showsDefaults()) {
      out.field(number);
      out.absent();
      value.write(access.get(message), out);
    }
  }

  private void writeRepeated(Message message, ViewWriter out) {
    if (key != null) {
      out.field(number);
      writeMap((Map<?, ?>) access.get(message), out);
      return;
    }
    List<?> elements = (List<?>) access.get(message);
    if (extension && elements.isEmpty()) {
      return; // a view has an extension only if it is set
    }
    out.field(number);
    if (set) {
      writeSet(elements, out);
    } else {
      out.list(elements.size());
      for (Object element : elements) {
        value.write(element, out);
      }
    }
  }

  private void writeSet(List<?> elements, ViewWriter out) {
    out.set(elements.size());
    SortedKeys sorted = new SortedKeys(elements.size());
    for (Object element : elements) {
      sorted.add(element, node -> value.write(element, node));
    }
    sorted.forEach((node, element) -> out.nodes(node));
  }

  private void writeMap(Map<?, ?> pairs, ViewWriter out) {
    out.map(pairs.size());
    SortedKeys keys = new SortedKeys(pairs.size());
    pairs.forEach((one, content) -> keys.add(content, node -> key.write(one, node)));
    keys.forEach(
        (node, content) -> {
          out.nodes(node);
          value.write(content, out);
        });
  }

  /** Reads the node, and replaces what the field holds. */
  void read(Message.Builder builder, ViewReader in) {
    if (key != null) {
      access.set(builder, readMap(in));
    } else if (repeated) {
      readList(builder, in);
    } else {
      Object read = value.read(in);
      if (read instanceof InvalidUtf8 raw) {
        raw.set(builder, descriptor);
      } else {
        access.set(builder, read);
      }
    }
  }

  private void readList(Message.Builder builder, ViewReader in) {
    int count = in.count(set ? 'z' : 'l');
    List<Object> elements = new ArrayList<>(count);
    boolean invalid = false;
    for (int i = 0; i < count; i++) {
      Object element = value.read(in);
      invalid |= element instanceof InvalidUtf8;
      elements.add(element);
    }
    if (!invalid) {
      access.set(builder, elements);
      return;
    }
    builder.clearField(descriptor);
    for (Object element : elements) {
      if (element instanceof InvalidUtf8 raw) {
        raw.add(builder, descriptor);
      } else {
        builder.addRepeatedField(descriptor, element);
      }
    }
  }

  private Map<Object, Object> readMap(ViewReader in) {
    int count = in.count('m');
    Map<Object, Object> pairs = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      Object one = held(key.read(in));
      pairs.put(one, held(value.read(in)));
    }
    return pairs;
  }

  /** A map has no accessors for the bytes of a text. */
  private static Object held(Object read) {
    return read instanceof InvalidUtf8 raw ? raw.text() : read;
  }
}
