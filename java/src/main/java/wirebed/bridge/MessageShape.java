package wirebed.bridge;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;

/**
 * One message type, compiled: its fields in the order of the view, then its extensions by number.
 */
final class MessageShape {
  private final Message prototype;
  private final byte[] name;
  private final MessageField[] fields;
  private final FieldNumbers numbers;

  MessageShape(MessageShapes shapes, Message prototype, List<FieldDescriptor> extensions) {
    this.prototype = prototype;
    this.name = ViewWriter.name(prototype.getDescriptorForType().getFullName());
    List<FieldDescriptor> all = new ArrayList<>(prototype.getDescriptorForType().getFields());
    all.addAll(extensions);
    this.fields =
        all.stream()
            .map(field -> new MessageField(shapes, prototype, field))
            .toArray(MessageField[]::new);
    this.numbers = new FieldNumbers(all.stream().mapToInt(FieldDescriptor::getNumber).toArray());
  }

  MessageField field(int number) {
    int place = numbers.place(number, 0);
    if (place < 0) {
      String type = prototype.getDescriptorForType().getFullName();
      throw new IllegalArgumentException(type + " has no field " + number);
    }
    return fields[place];
  }

  void write(Message message, ViewWriter out) {
    out.record(name);
    for (MessageField field : fields) {
      field.write(message, out);
    }
    out.end();
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
    int next = 0;
    for (int number = in.field(); number != 0; number = in.field()) {
      int place = numbers.place(number, next);
      if (place < 0) {
        throw in.error("no field " + number);
      }
      fields[place].read(builder, in);
      next = place + 1;
    }
  }
}
