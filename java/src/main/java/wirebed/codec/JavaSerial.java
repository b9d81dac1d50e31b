package wirebed.codec;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import wirebed.tree.Tree;

/** java-serial: the JDK's own ObjectOutputStream, read with a filter of allowed classes. */
final class JavaSerial implements ClassCodec {
  private static final ObjectInputFilter ALLOWED =
      ObjectInputFilter.Config.createFilter(
          AllowList.HAND_WRITTEN + "*;" + String.join(";", AllowList.HELD_BY_BEANS) + ";!*");

  private final ClassLoader loader;

  JavaSerial(Tree tree) {
    loader = tree.loader();
  }

  @Override
  public byte[] encode(Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    return bytes.toByteArray();
  }

  @Override
  public Object decode(byte[] wire, Class<?> type) throws Exception {
    ByteArrayInputStream bytes = new ByteArrayInputStream(wire);
    try (ObjectInputStream in = new Reader(bytes)) {
      in.setObjectInputFilter(ALLOWED);
      Object value = in.readObject();
      if (in.read() >= 0 || bytes.available() > 0) {
        throw new TrailingBytesException();
      }
      return value;
    }
  }

  /** Looks classes up in the tree. */
  private final class Reader extends ObjectInputStream {
    Reader(InputStream in) throws IOException {
      super(in);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      try {
        return Class.forName(description.getName(), false, loader);
      } catch (ClassNotFoundException e) {
        return super.resolveClass(description);
      }
    }
  }
}
