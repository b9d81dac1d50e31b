package wirebed.codec;

import java.util.HashMap;
import java.util.Map;
import wirebed.protocol.PlainClass;
import wirebed.protocol.PlainEnum;
import wirebed.protocol.PlainEnumValue;
import wirebed.protocol.PlainField;
import wirebed.protocol.PlainSchema;

/** What the members of plain classes are called in JSON, where Java could not spell it too. */
final class WireNames {
  private final Map<String, String> names = new HashMap<>();

  WireNames(PlainSchema schema) {
    for (PlainClass plain : schema.getClassesList()) {
      for (PlainField field : plain.getFieldsList()) {
        names.put(key(plain.getJavaClass(), field.getJavaName()), field.getJsonName());
      }
    }
    for (PlainEnum plain : schema.getEnumsList()) {
      for (PlainEnumValue value : plain.getValuesList()) {
        names.put(key(plain.getJavaClass(), value.getJavaName()), value.getName());
      }
    }
  }

  /** Null for what is not of the schema. */
  String of(Class<?> owner, String member) {
    return names.get(key(owner.getName(), member));
  }

  private static String key(String owner, String member) {
    return owner + "#" + member;
  }
}
