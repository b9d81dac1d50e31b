package wirebed.codec.hessian.caucho;

import com.caucho.hessian.io.Hessian2Input;
import java.io.IOException;
import java.io.InputStream;
import java.util.Date;

/**
 * Keeps objects out of the texts of errors. Where com.caucho:hessian finds an object that it does
 * not expect, it reads the object and appends its toString(). The library puts any object into any
 * field (Unsafe.putObject in FieldDeserializer2FactoryUnsafe does not look at the type), so that
 * toString() may call a method on an object of another class than the declared one, which can end
 * the JVM.
 */
class GuardedInput extends Hessian2Input {
  /** Whether an object that is read next is for the text of an error. */
  private boolean forError;

  GuardedInput(InputStream in) {
    super(in);
  }

  @Override
  protected IOException expect(String expected, int tag) throws IOException {
    forError = true;
    try {
      return super.expect(expected, tag);
    } finally {
      forError = false;
    }
  }

  /**
   * A deserializer names its value by addRef before it reads a part of it. An object that is read
   * before that is one that AbstractDeserializer.readMap or AbstractListDeserializer.readObject did
   * not expect, or a field of a constant beside its name, which EnumDeserializer would skip.
   */
  @Override
  public Object readObject(@SuppressWarnings("rawtypes") Class type) throws IOException {
    forError = type != null && type != Object.class;
    try {
      return super.readObject(type);
    } finally {
      forError = false;
    }
  }

  @Override
  public int addRef(Object ref) {
    forError = false;
    return super.addRef(ref);
  }

  @Override
  public Object readObject() throws IOException {
    boolean kept = !forError;
    forError = false;
    Object value = super.readObject();
    if (kept || isScalar(value)) {
      return value;
    }
    throw new IOException("unexpected object " + value.getClass().getName());
  }

  private static boolean isScalar(Object value) {
    return value == null
        || value instanceof String
        || value instanceof Number
        || value instanceof Boolean
        || value instanceof Date
        || value instanceof byte[];
  }
}
