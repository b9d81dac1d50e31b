package wirebed.bridge;

import java.lang.invoke.MethodHandles;
import java.util.HashMap;
import java.util.Map;
import wirebed.protocol.PlainClass;
import wirebed.protocol.PlainEnum;
import wirebed.protocol.PlainSchema;

/**
 * The shape of every plain class and enum of a tree, compiled at its first use. Several threads may
 * use it; none sees a shape that is not complete.
 */
public final class PlainShapes {
  private final Map<String, PlainClass> classes = new HashMap<>();
  private final Map<String, PlainEnum> enums = new HashMap<>();
  private final Map<String, PlainShape> shapes = new HashMap<>();
  private final Map<String, PlainEnumValues> constants = new HashMap<>();
  private final ClassLoader loader;

  public PlainShapes(PlainSchema schema, ClassLoader loader) {
    this.loader = loader;
    schema.getClassesList().forEach(plain -> classes.put(plain.getMessage(), plain));
    schema.getEnumsList().forEach(plain -> enums.put(plain.getName(), plain));
  }

  synchronized PlainShape ofMessage(String message) {
    PlainShape shape = shapes.get(message);
    if (shape == null) {
      PlainClass plain = known(classes.get(message), message);
      Class<?> type = load(plain.getJavaClass());
      shape = new PlainShape(plain.getMessage(), type);
      shapes.put(message, shape); // before its properties: a class may hold itself
      shape.compile(plain, this, privateLookup(type));
    }
    return shape;
  }

  synchronized PlainEnumValues ofEnum(String name) {
    return constants.computeIfAbsent(
        name,
        key -> {
          PlainEnum plain = known(enums.get(key), key);
          return new PlainEnumValues(plain, load(plain.getJavaClass()));
        });
  }

  private static <T> T known(T plain, String name) {
    if (plain == null) {
      throw new IllegalArgumentException("the plain schema of this tree has no " + name);
    }
    return plain;
  }

  private static MethodHandles.Lookup privateLookup(Class<?> type) {
    try {
      return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private Class<?> load(String name) {
    try {
      return Class.forName(name, true, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
