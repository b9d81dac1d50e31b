package wirebed.published;

import com.google.protobuf.MessageLite;
import com.robert_franz.serialize.Testobject;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;

/**
 * S3's systems that know the fields of Testobject. By hand the text is its length and its UTF-16.
 */
final class TestobjectBytes {
  private TestobjectBytes() {}

  private static Testobject object(String a, int b, long c) {
    Testobject object = new Testobject();
    object.setA(a);
    object.setB(b);
    object.setC(c);
    return object;
  }

  /** The bytes of a text of this length, an int and a long. */
  private static int size(int length) {
    return Integer.BYTES + length * Character.BYTES + Integer.BYTES + Long.BYTES;
  }

  static final class Messages extends Serializer {
    private final wirebed.interop.Testobject message;

    Messages(Testobject value) {
      super(MessageLite.class);
      message =
          wirebed.interop.Testobject.newBuilder()
              .setA(value.getA())
              .setB(value.getB())
              .setC(value.getC())
              .build();
    }

    @Override
    void write() {
      bytes = message.toByteArray();
    }

    @Override
    void read() throws IOException {
      found = wirebed.interop.Testobject.parseFrom(bytes);
    }
  }

  static final class Buffers extends Serializer {
    private final Testobject value;

    Buffers(Testobject value) {
      super(ByteBuffer.class);
      this.value = value;
    }

    @Override
    void write() {
      String a = value.getA();
      ByteBuffer buffer = ByteBuffer.allocate(size(a.length()));
      buffer.putInt(a.length());
      for (int i = 0; i < a.length(); i++) {
        buffer.putChar(a.charAt(i));
      }
      buffer.putInt(value.getB());
      buffer.putLong(value.getC());
      bytes = buffer.array();
    }

    @Override
    void read() {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      char[] units = new char[buffer.getInt()];
      for (int i = 0; i < units.length; i++) {
        units[i] = buffer.getChar();
      }
      found = object(new String(units), buffer.getInt(), buffer.getLong());
    }
  }

  /** It checks no bounds, as the article's: the bytes are those that it has just written. */
  static final class ByUnsafe extends Serializer {
    private static final sun.misc.Unsafe UNSAFE = unsafe();
    private static final long BYTES = sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET;
    private static final long CHARS = sun.misc.Unsafe.ARRAY_CHAR_BASE_OFFSET;

    private final Testobject value;

    ByUnsafe(Testobject value) {
      super(ByteBuffer.class);
      this.value = value;
    }

    private static sun.misc.Unsafe unsafe() {
      try {
        Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        return (sun.misc.Unsafe) field.get(null);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    @Override
    void write() {
      char[] units = value.getA().toCharArray();
      byte[] array = new byte[size(units.length)];
      long at = BYTES;
      UNSAFE.putInt(array, at, units.length);
      at += Integer.BYTES;
      long length = (long) units.length * Character.BYTES;
      UNSAFE.copyMemory(units, CHARS, array, at, length);
      at += length;
      UNSAFE.putInt(array, at, value.getB());
      UNSAFE.putLong(array, at + Integer.BYTES, value.getC());
      bytes = array;
    }

    @Override
    void read() {
      long at = BYTES;
      char[] units = new char[UNSAFE.getInt(bytes, at)];
      at += Integer.BYTES;
      long length = (long) units.length * Character.BYTES;
      UNSAFE.copyMemory(bytes, at, units, CHARS, length);
      at += length;
      int b = UNSAFE.getInt(bytes, at);
      found = object(new String(units), b, UNSAFE.getLong(bytes, at + Integer.BYTES));
    }
  }

  /** The work of a copy constructor. Nothing is written. */
  static final class Copies extends Serializer {
    private final Testobject value;

    Copies(Testobject value) {
      super(Object.class);
      this.value = value;
      bytes = new byte[0];
    }

    @Override
    void write() {}

    @Override
    void read() {
      found = object(value.getA(), value.getB(), value.getC());
    }
  }
}
