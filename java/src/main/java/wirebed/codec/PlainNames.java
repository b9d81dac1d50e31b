package wirebed.codec;

import com.fasterxml.jackson.databind.PropertyName;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedField;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import java.util.HashMap;
import java.util.Map;
import wirebed.protocol.PlainClass;
import wirebed.protocol.PlainEnum;
import wirebed.protocol.PlainEnumValue;
import wirebed.protocol.PlainField;
import wirebed.protocol.PlainSchema;

/**
 * Tells Jackson the names on the wire where Java could not spell them: what an author would write
 * as {@code @JsonProperty("class")} on a field called {@code class_}.
 */
final class PlainNames extends JacksonAnnotationIntrospector {
  private static final long serialVersionUID = 1L;

  private final transient Map<String, String> names = new HashMap<>();

  PlainNames(PlainSchema schema) {
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

  @Override
  public PropertyName findNameForSerialization(Annotated annotated) {
    return name(annotated);
  }

  @Override
  public PropertyName findNameForDeserialization(Annotated annotated) {
    return name(annotated);
  }

  private PropertyName name(Annotated annotated) {
    if (!(annotated instanceof AnnotatedField field)) {
      return null;
    }
    String name = names.get(key(field.getDeclaringClass().getName(), field.getName()));
    return name == null ? null : PropertyName.construct(name);
  }

  @Override
  public String[] findEnumValues(
      MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, String[] names) {
    for (int i = 0; i < constants.length; i++) {
      String name = constants[i].name();
      names[i] = this.names.getOrDefault(key(type.getRawType().getName(), name), name);
    }
    return names;
  }

  private static String key(String owner, String member) {
    return owner + "#" + member;
  }
}
