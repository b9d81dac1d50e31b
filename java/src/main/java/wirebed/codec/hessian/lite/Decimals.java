package wirebed.codec.hessian.lite;

import com.alibaba.com.caucho.hessian.io.AbstractDeserializer;
import com.alibaba.com.caucho.hessian.io.AbstractHessianInput;
import com.alibaba.com.caucho.hessian.io.IOExceptionWrapper;
import java.io.IOException;
import java.math.BigDecimal;
import wirebed.bridge.DecimalText;

/** Does as StringValueDeserializer, whose method that makes the decimal is private. */
final class Decimals extends AbstractDeserializer {
  @Override
  public Class<?> getType() {
    return BigDecimal.class;
  }

  @Override
  public Object readMap(AbstractHessianInput in) throws IOException {
    String text = null;
    while (!in.isEnd()) {
      text = field(in, in.readString(), text);
    }
    in.readMapEnd();
    return made(in, text);
  }

  @Override
  public Object readObject(AbstractHessianInput in, String[] names) throws IOException {
    String text = null;
    for (String name : names) {
      text = field(in, name, text);
    }
    return made(in, text);
  }

  private static String field(AbstractHessianInput in, String name, String text)
      throws IOException {
    if (name.equals("value")) {
      return in.readString();
    }
    in.readObject();
    return text;
  }

  private static Object made(AbstractHessianInput in, String text) throws IOException {
    if (text == null) {
      throw new IOException("java.math.BigDecimal expects name.");
    }
    try {
      BigDecimal decimal = DecimalText.parse(text);
      in.addRef(decimal);
      return decimal;
    } catch (NumberFormatException e) {
      throw new IOExceptionWrapper(e);
    }
  }
}
