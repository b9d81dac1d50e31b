package wirebed.codec;

import java.lang.reflect.Field;
import java.nio.ByteOrder;
import java.util.Map;
import wirebed.raw.ArrayReader;
import wirebed.raw.ArrayWriter;
import wirebed.raw.RawException;
import wirebed.raw.RawReader;
import wirebed.raw.RawWriter;
import wirebed.refusal.UnsupportedException;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/**
 * raw by sun.misc.Unsafe, which checks nothing: this class checks each access itself.
 *
 * <p>The compiler warns of Unsafe, and JEP 471 deprecates its access to memory for removal. Until
 * then it is one of the compared ways, and the warning is off (pom.xml).
 */
final class RawUnsafe extends RawCodec {
  static final About ABOUT =
      about("unsafe")
          .settings(
              SETTINGS.guard("each access is checked first", "Unsafe itself checks nothing."));

  private static final sun.misc.Unsafe UNSAFE = unsafe();
  private static final long BYTES = sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET;
  private static final long CHARS = sun.misc.Unsafe.ARRAY_CHAR_BASE_OFFSET;
  // An address of the kernel, which no process can write to.
  private static final long WRONG_ADDRESS = 0xffff_ffff_ffff_f000L;

  RawUnsafe(Tree tree) {
    super(tree);
  }

  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options)
      throws Exception {
    checkOrder();
    if ("wrong".equals(options.get("address"))) {
      // A wrong offset in a real program ends the JVM if no memory is there. Here none is.
      UNSAFE.putInt(WRONG_ADDRESS, 0);
    }
    return super.encode(value, type, options);
  }

  @Override
  public Object decode(byte[] wire, MessageType type, Map<String, String> options)
      throws Exception {
    checkOrder();
    return super.decode(wire, type, options);
  }

  @Override
  RawWriter writer(int size) {
    return new Writer(size);
  }

  @Override
  RawReader reader(byte[] wire) {
    return new Reader(wire);
  }

  private static void checkOrder() throws UnsupportedException {
    if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
      throw new UnsupportedException("Unsafe writes in the order of the machine, a big-endian one");
    }
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

  private static final class Writer extends ArrayWriter {
    Writer(int size) {
      super(size);
    }

    @Override
    protected void int8(int value) {
      long place = place(1);
      UNSAFE.putByte(bytes, place, (byte) value);
    }

    @Override
    public void int32(int value) {
      long place = place(4);
      UNSAFE.putInt(bytes, place, value);
    }

    @Override
    public void int64(long value) {
      long place = place(8);
      UNSAFE.putLong(bytes, place, value);
    }

    @Override
    protected void units(String text) {
      int size = Math.multiplyExact(text.length(), 2);
      long place = place(size);
      UNSAFE.copyMemory(text.toCharArray(), CHARS, bytes, place, size);
    }

    @Override
    protected void octets(byte[] from) {
      long place = place(from.length);
      UNSAFE.copyMemory(from, BYTES, bytes, place, from.length);
    }

    private long place(int size) {
      return BYTES + next(size);
    }
  }

  private static final class Reader extends ArrayReader {
    Reader(byte[] bytes) {
      super(bytes);
    }

    @Override
    protected int int8() {
      return UNSAFE.getByte(bytes, next(1));
    }

    @Override
    public int int32() {
      return UNSAFE.getInt(bytes, next(4));
    }

    @Override
    public long int64() {
      return UNSAFE.getLong(bytes, next(8));
    }

    @Override
    protected String units(int count) {
      char[] units = new char[count];
      UNSAFE.copyMemory(bytes, next(2 * count), units, CHARS, 2L * count);
      return new String(units);
    }

    @Override
    protected byte[] octets(int count) {
      byte[] read = new byte[count];
      UNSAFE.copyMemory(bytes, next(count), read, BYTES, count);
      return read;
    }

    /** Returns the place of the next bytes, once it is sure that the input has so many. */
    private long next(int size) {
      if (size > remaining()) {
        throw new RawException("the input ends " + remaining() + " bytes from here");
      }
      long place = BYTES + at;
      at += size;
      return place;
    }
  }
}
