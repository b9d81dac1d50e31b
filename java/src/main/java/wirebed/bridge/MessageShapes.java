package wirebed.bridge;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** The shape of every message of a tree, compiled at its first use. Several threads may use it. */
public final class MessageShapes {
  private final Map<Descriptor, MessageShape> shapes = new ConcurrentHashMap<>();
  private final Function<Descriptor, Message> prototypes;
  private final List<FieldDescriptor> extensions;
  private final Predicate<FieldDescriptor> sets;

  /**
   * @param prototypes the default instance of each message
   * @param extensions all extensions that the tree declares
   * @param sets the repeated fields that are hinted as sets, whose view has no order
   */
  public MessageShapes(
      Function<Descriptor, Message> prototypes,
      List<FieldDescriptor> extensions,
      Predicate<FieldDescriptor> sets) {
    this.prototypes = prototypes;
    this.extensions = extensions;
    this.sets = sets;
  }

  MessageShape of(Descriptor descriptor) {
    MessageShape shape = shapes.get(descriptor);
    if (shape == null) {
      List<FieldDescriptor> extending =
          extensions.stream()
              .filter(extension -> extension.getContainingType() == descriptor)
              .sorted(Comparator.comparingInt(FieldDescriptor::getNumber))
              .toList();
      shape = new MessageShape(this, prototypes.apply(descriptor), extending);
      shapes.put(descriptor, shape);
    }
    return shape;
  }

  /** The default instance of a message's class. */
  Message prototype(Descriptor descriptor) {
    return prototypes.apply(descriptor);
  }

  boolean isSet(FieldDescriptor field) {
    return sets.test(field);
  }
}
