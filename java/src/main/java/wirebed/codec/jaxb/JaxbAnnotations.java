package wirebed.codec.jaxb;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Map;
import org.glassfish.jaxb.core.v2.model.annotation.Locatable;
import org.glassfish.jaxb.runtime.v2.model.annotation.AbstractInlineAnnotationReaderImpl;
import org.glassfish.jaxb.runtime.v2.model.annotation.RuntimeAnnotationReader;
import wirebed.protocol.PlainClass;
import wirebed.protocol.PlainEnum;
import wirebed.protocol.PlainEnumValue;
import wirebed.protocol.PlainField;
import wirebed.protocol.PlainSchema;
import wirebed.protocol.PlainType;
import wirebed.tree.MessageType;

/**
 * Tells JAXB what an author would write on the plain classes, which have no annotations: access by
 * field, the order of declaration, the names on the wire, and which class is the root.
 */
@SuppressWarnings("rawtypes") // as RuntimeAnnotationReader has them
final class JaxbAnnotations extends AbstractInlineAnnotationReaderImpl<Type, Class, Field, Method>
    implements RuntimeAnnotationReader {
  private static final Annotation BY_FIELD =
      annotation(XmlAccessorType.class, Map.of("value", XmlAccessType.FIELD));
  private static final Map<PlainType.Kind, Annotation> ADAPTERS =
      Map.of(
          PlainType.Kind.DATE,
          annotation(XmlJavaTypeAdapter.class, Map.of("value", DateAdapter.class)),
          PlainType.Kind.DECIMAL,
          annotation(XmlJavaTypeAdapter.class, Map.of("value", DecimalAdapter.class)));

  private final Map<String, Map<Class<?>, Annotation>> classes;
  private final Map<String, Map<Class<?>, Annotation>> fields;
  private final String rootClass;
  private final Annotation root;

  /** The annotations without a root. */
  JaxbAnnotations(PlainSchema schema) {
    classes = new HashMap<>();
    fields = new HashMap<>();
    rootClass = null;
    root = null;
    schema.getClassesList().forEach(this::add);
    schema.getEnumsList().forEach(this::add);
  }

  private JaxbAnnotations(JaxbAnnotations all, String rootClass, String rootName) {
    classes = all.classes;
    fields = all.fields;
    this.rootClass = rootClass;
    root = annotation(XmlRootElement.class, Map.of("name", rootName));
  }

  /**
   * The same annotations with a root: the document element is called like this message, without its
   * package.
   */
  JaxbAnnotations withRoot(MessageType type) {
    String message = type.message();
    String name = message.substring(message.lastIndexOf('.') + 1);
    return new JaxbAnnotations(this, type.plainClass().getName(), name);
  }

  private void add(PlainClass plain) {
    for (PlainField field : plain.getFieldsList()) {
      Map<Class<?>, Annotation> annotations = new HashMap<>();
      annotations.put(
          XmlElement.class, annotation(XmlElement.class, Map.of("name", field.getXmlName())));
      Annotation adapter = ADAPTERS.get(field.getType().getKind());
      if (adapter != null) {
        annotations.put(XmlJavaTypeAdapter.class, adapter);
      }
      fields.put(key(plain.getJavaClass(), field.getJavaName()), annotations);
    }
    String[] order =
        plain.getFieldsList().stream().map(PlainField::getJavaName).toArray(String[]::new);
    Annotation type =
        annotation(XmlType.class, Map.of("name", plain.getMessage(), "propOrder", order));
    classes.put(plain.getJavaClass(), Map.of(XmlAccessorType.class, BY_FIELD, XmlType.class, type));
  }

  private void add(PlainEnum plain) {
    classes.put(
        plain.getJavaClass(),
        Map.of(XmlType.class, annotation(XmlType.class, Map.of("name", plain.getName()))));
    for (PlainEnumValue value : plain.getValuesList()) {
      if (!value.getAlias()) {
        fields.put(
            key(plain.getJavaClass(), value.getJavaName()),
            Map.of(
                XmlEnumValue.class,
                annotation(XmlEnumValue.class, Map.of("value", value.getName()))));
      }
    }
  }

  private static String key(String owner, String member) {
    return owner + "#" + member;
  }

  /** An annotation with these values, and its defaults for all others. */
  private static Annotation annotation(Class<? extends Annotation> type, Map<String, ?> values) {
    return (Annotation)
        Proxy.newProxyInstance(
            JaxbAnnotations.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "annotationType" -> type;
                  case "hashCode" -> System.identityHashCode(self);
                  case "equals" -> self == arguments[0];
                  case "toString" -> "@" + type.getName() + values;
                  default ->
                      values.containsKey(method.getName())
                          ? values.get(method.getName())
                          : method.getDefaultValue();
                });
  }

  @Override
  public <A extends Annotation> A getClassAnnotation(Class<A> type, Class of, Locatable place) {
    if (type == XmlRootElement.class) {
      return of.getName().equals(rootClass) ? type.cast(root) : null;
    }
    return type.cast(classes.getOrDefault(of.getName(), Map.of()).get(type));
  }

  @Override
  public boolean hasClassAnnotation(Class of, Class<? extends Annotation> type) {
    return getClassAnnotation(type, of, null) != null;
  }

  @Override
  public <A extends Annotation> A getFieldAnnotation(Class<A> type, Field of, Locatable place) {
    return type.cast(of(of).get(type));
  }

  @Override
  public boolean hasFieldAnnotation(Class<? extends Annotation> type, Field of) {
    return of(of).containsKey(type);
  }

  @Override
  public Annotation[] getAllFieldAnnotations(Field of, Locatable place) {
    return of(of).values().toArray(Annotation[]::new);
  }

  private Map<Class<?>, Annotation> of(Field field) {
    return Modifier.isStatic(field.getModifiers()) && !field.isEnumConstant()
        ? Map.of()
        : fields.getOrDefault(key(field.getDeclaringClass().getName(), field.getName()), Map.of());
  }

  @Override
  public <A extends Annotation> A getMethodAnnotation(Class<A> type, Method of, Locatable place) {
    return null;
  }

  @Override
  public boolean hasMethodAnnotation(Class<? extends Annotation> type, Method of) {
    return false;
  }

  @Override
  public Annotation[] getAllMethodAnnotations(Method of, Locatable place) {
    return new Annotation[0];
  }

  @Override
  public <A extends Annotation> A getMethodParameterAnnotation(
      Class<A> type, Method of, int parameter, Locatable place) {
    return null;
  }

  @Override
  public <A extends Annotation> A getPackageAnnotation(Class<A> type, Class of, Locatable place) {
    return null;
  }

  @Override
  public Class getClassValue(Annotation annotation, String member) {
    return (Class) value(annotation, member);
  }

  @Override
  public Class[] getClassArrayValue(Annotation annotation, String member) {
    return (Class[]) value(annotation, member);
  }

  private static Object value(Annotation annotation, String member) {
    try {
      return annotation.annotationType().getMethod(member).invoke(annotation);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  protected String fullName(Method method) {
    return method.toString();
  }
}
