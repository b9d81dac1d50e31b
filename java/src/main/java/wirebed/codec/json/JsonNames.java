package wirebed.codec.json;

import java.util.HashMap;
import java.util.Map;
import wirebed.protocol.PlainClass;
import wirebed.protocol.PlainEnum;
import wirebed.protocol.PlainEnumValue;
import wirebed.protocol.PlainField;
import wirebed.protocol.PlainSchema;

/** The names of the members of plain classes in JSON, which Java cannot always spell. */
public final class JsonNames {
  public static final String WHY =
      "Java cannot spell every name of the schema, such as `class`; an author annotates the field.";

  private final Map<String, String> names = new HashMap<>();

  public JsonNames(PlainSchema schema) {
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

  /** The name in JSON, or null for a member that is not of the schema. */
  public String of(Class<?> owner, String member) {
    return names.get(key(owner.getName(), member));
  }

  private static String key(String owner, String member) {
    return owner + "#" + member;
  }
}
