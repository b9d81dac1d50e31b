package wirebed.bridge;

import java.util.List;

/**
 * Converts between views of one message and objects of its plain class. Objects keep their
 * identity, also in cycles.
 */
public final class PlainBridge implements Bridge {
  private final PlainShapes shapes;
  private final String message;

  public PlainBridge(PlainShapes shapes, String message) {
    this.shapes = shapes;
    this.message = message;
  }

  @Override
  public Object build(byte[] view) {
    ViewReader in = new ViewReader(view);
    Object value = shape().read(in);
    in.finish();
    return value;
  }

  @Override
  public byte[] view(Object value) {
    ViewWriter out = new ViewWriter();
    shape().write(value, out);
    return out.toByteArray();
  }

  @Override
  public Object edit(Object value, byte[] set, List<Integer> clear) {
    Object empty = shape().create();
    for (int number : clear) {
      PlainProperty property = shape().property(number);
      property.set(value, property.get(empty));
    }
    if (set.length > 0) {
      ViewReader in = new ViewReader(set);
      shape().readInto(value, in);
      in.finish();
    }
    return value;
  }

  private PlainShape shape() {
    return shapes.ofMessage(message);
  }
}
