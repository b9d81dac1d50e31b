package wirebed.bridge;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import java.util.List;

/**
 * Converts between views of one message and protobuf messages. A shared object becomes two equal
 * ones.
 */
public final class MessageBridge implements Bridge {
  private final MessageShapes shapes;
  private final Descriptor descriptor;
  private MessageShape shape; // another thread may set it; all of its fields are final

  public MessageBridge(MessageShapes shapes, Descriptor descriptor) {
    this.shapes = shapes;
    this.descriptor = descriptor;
  }

  /** Accepts missing required fields: a codec reports them. */
  @Override
  public Message build(byte[] view) {
    ViewReader in = new ViewReader(view);
    Message message = shape().read(in);
    in.finish();
    return message;
  }

  @Override
  public byte[] view(Object value) {
    return view(value, false);
  }

  @Override
  public byte[] view(Object value, boolean defaults) {
    ViewWriter out = new ViewWriter(defaults);
    shape().write((Message) value, out);
    return out.toByteArray();
  }

  @Override
  public Message edit(Object value, byte[] set, List<Integer> clear) {
    Message.Builder builder = ((Message) value).toBuilder();
    for (int number : clear) {
      builder.clearField(shape().field(number).descriptor);
    }
    if (set.length > 0) {
      ViewReader in = new ViewReader(set);
      shape().readInto(builder, in);
      in.finish();
    }
    return builder.buildPartial();
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
