package wirebed.published;

import com.google.protobuf.MessageLite;
import com.thoughtworks.xstream.XStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import org.meandre.tools.serialization.java.TargetObjectSerializable;
import org.meandre.tools.serialization.xstream.TargetObject;
import wirebed.published.packed.TargetObjectPacked;

/** S0's systems. The streams are made before the clock starts. */
final class TargetObjectSerializers {
  private TargetObjectSerializers() {}

  /** Serializers that write to a new array. */
  private abstract static class ToArray extends Serializer {
    ByteArrayOutputStream array;

    ToArray(Class<?> library) {
      super(library);
    }

    @Override
    void beforeWrite() throws IOException {
      array = new ByteArrayOutputStream();
    }

    @Override
    void afterWrite() throws IOException {
      bytes = array.toByteArray();
    }
  }

  static final class JavaStreams extends ToArray {
    private final TargetObjectSerializable value;
    private ObjectOutputStream out;
    private ObjectInputStream in;

    JavaStreams(TargetObjectSerializable value) {
      super(ObjectOutputStream.class);
      this.value = value;
    }

    @Override
    void beforeWrite() throws IOException {
      super.beforeWrite();
      out = new ObjectOutputStream(array);
    }

    @Override
    void write() throws IOException {
      out.writeObject(value);
    }

    @Override
    void afterWrite() throws IOException {
      out.close();
      super.afterWrite();
    }

    @Override
    void beforeRead() throws IOException {
      in = new ObjectInputStream(new ByteArrayInputStream(bytes));
    }

    @Override
    void read() throws IOException, ClassNotFoundException {
      found = in.readObject();
    }
  }

  static final class XmlTexts extends ToArray {
    private static final XStream XSTREAM = new XStream();

    static {
      XSTREAM.allowTypes(new Class<?>[] {TargetObject.class});
    }

    private final TargetObject value;
    private ByteArrayInputStream in;

    XmlTexts(TargetObject value) {
      super(XStream.class);
      this.value = value;
    }

    @Override
    void write() {
      XSTREAM.toXML(value, array);
    }

    @Override
    void beforeRead() {
      in = new ByteArrayInputStream(bytes);
    }

    @Override
    void read() {
      found = XSTREAM.fromXML(in);
    }
  }

  /**
   * The message is built before the clock starts, or the objects become messages and come back
   * inside.
   */
  private abstract static class OfMessages extends ToArray {
    private final TargetObject value;
    private final MessageLite built;
    private ByteArrayInputStream in;

    OfMessages(TargetObject value, boolean inside) {
      super(MessageLite.class);
      this.value = value;
      built = inside ? null : message(value);
    }

    abstract MessageLite message(TargetObject value);

    abstract MessageLite parse(ByteArrayInputStream in) throws IOException;

    abstract TargetObject object(MessageLite message);

    @Override
    final void write() throws IOException {
      (built == null ? message(value) : built).writeTo(array);
    }

    @Override
    final void beforeRead() {
      in = new ByteArrayInputStream(bytes);
    }

    @Override
    final void read() throws IOException {
      MessageLite message = parse(in);
      found = built == null ? object(message) : message;
    }

    static TargetObject object(List<String> sa, List<Integer> ia) {
      int[] numbers = new int[ia.size()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = ia.get(i);
      }
      return TargetObjects.plain(sa.toArray(new String[0]), numbers);
    }
  }

  static final class Messages extends OfMessages {
    Messages(TargetObject value, boolean inside) {
      super(value, inside);
    }

    @Override
    MessageLite message(TargetObject value) {
      wirebed.interop.TargetObject.Builder builder = wirebed.interop.TargetObject.newBuilder();
      for (int number : value.getIa()) {
        builder.addIa(number);
      }
      for (String text : value.getSa()) {
        builder.addSa(text);
      }
      return builder.build();
    }

    @Override
    MessageLite parse(ByteArrayInputStream in) throws IOException {
      return wirebed.interop.TargetObject.parseFrom(in);
    }

    @Override
    TargetObject object(MessageLite message) {
      wirebed.interop.TargetObject parsed = (wirebed.interop.TargetObject) message;
      return object(parsed.getSaList(), parsed.getIaList());
    }
  }

  static final class PackedMessages extends OfMessages {
    PackedMessages(TargetObject value, boolean inside) {
      super(value, inside);
    }

    @Override
    MessageLite message(TargetObject value) {
      TargetObjectPacked.Builder builder = TargetObjectPacked.newBuilder();
      for (int number : value.getIa()) {
        builder.addIa(number);
      }
      for (String text : value.getSa()) {
        builder.addSa(text);
      }
      return builder.build();
    }

    @Override
    MessageLite parse(ByteArrayInputStream in) throws IOException {
      return TargetObjectPacked.parseFrom(in);
    }

    @Override
    TargetObject object(MessageLite message) {
      TargetObjectPacked parsed = (TargetObjectPacked) message;
      return object(parsed.getSaList(), parsed.getIaList());
    }
  }
}
