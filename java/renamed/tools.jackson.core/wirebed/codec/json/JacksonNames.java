package wirebed.codec.json;

import tools.jackson.databind.PropertyName;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import wirebed.protocol.PlainSchema;

/**
 * Tells Jackson the names on the wire where Java could not spell them: what an author would write
 * as {@code @JsonProperty("class")} on a field called {@code class_}.
 */
public final class JacksonNames extends JacksonAnnotationIntrospector {
  private static final long serialVersionUID = 1L;

  private final transient JsonNames names;

  public JacksonNames(PlainSchema schema) {
    names = new JsonNames(schema);
  }

  @Override
  public PropertyName findNameForSerialization(MapperConfig<?> config, Annotated annotated) {
    return name(annotated);
  }

  @Override
  public PropertyName findNameForDeserialization(MapperConfig<?> config, Annotated annotated) {
    return name(annotated);
  }

  private PropertyName name(Annotated annotated) {
    if (!(annotated instanceof AnnotatedField field)) {
      return null;
    }
    String name = names.of(field.getDeclaringClass(), field.getName());
    return name == null ? null : PropertyName.construct(name);
  }

  @Override
  public String[] findEnumValues(
      MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, String[] names) {
    for (int i = 0; i < constants.length; i++) {
      String name = this.names.of(type.getRawType(), constants[i].name());
      names[i] = name == null ? constants[i].name() : name;
    }
    return names;
  }
}
