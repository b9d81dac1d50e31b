package wirebed.codec.hessian.caucho;

import com.caucho.hessian.io.Hessian2Input;
import java.io.IOException;
import java.io.InputStream;
import java.util.Date;

/**
 * Shows no object in the words of an error. Where the library finds an object instead of a scalar,
 * com.caucho:hessian appends the object's text. It has put what it read into fields without a look
 * at their types (FieldDeserializer2FactoryUnsafe, putObject), and what such a text calls on
 * another class than the declared one can end the JVM.
 */
class GuardedInput extends Hessian2Input {
  private boolean named;

  GuardedInput(InputStream in) {
    super(in);
  }

  @Override
  protected IOException expect(String expected, int tag) throws IOException {
    named = true;
    try {
      return super.expect(expected, tag);
    } finally {
      named = false;
    }
  }

  @Override
  public Object readObject() throws IOException {
    boolean shown = named;
    named = false;
    Object value = super.readObject();
    if (shown && !isScalar(value)) {
      // The library ends its sentence without the object then.
      throw new IOException("an object without a text");
    }
    return value;
  }

  private static boolean isScalar(Object value) {
    return value == null
        || value instanceof String
        || value instanceof Number
        || value instanceof Boolean
        || value instanceof Date;
  }
}
