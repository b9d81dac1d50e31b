package wirebed.codec.hessian.caucho;

import com.caucho.hessian.io.BigDecimalDeserializer;
import wirebed.bridge.DecimalText;

/** Reads decimals as the library does, of no more digits than the bed allows. */
final class Decimals extends BigDecimalDeserializer {
  @Override
  protected Object create(String text) {
    return DecimalText.parse(text);
  }
}
