package wirebed.codec;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import wirebed.bridge.RefusedException;

/**
 * Bare views &lt;-&gt; objects of classes that were written by hand, by reflection.
 *
 * <p>An `object` lists the fields of the superclass first, each class in order of declaration;
 * transient ones too, static ones not. A short or byte is an `int`, a float a `double`, an enum
 * constant a `string` of its name. What a view leaves out keeps what the constructor gave it.
 */
public final class ClassValues {
  private ClassValues() {}

  public static Object build(byte[] view, Class<?> type) throws ReflectiveOperationException {
    return held(BareBridge.build(view), type);
  }

  public static byte[] view(Object value) throws ReflectiveOperationException {
    return BareBridge.view(bare(value, type(value)));
  }

  /** The fields that hold an object's state, inherited ones first. */
  private static List<Field> fields(Class<?> type) {
    List<Field> fields =
        type.getSuperclass() == null ? new ArrayList<>() : fields(type.getSuperclass());
    for (Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
        field.setAccessible(true);
        fields.add(field);
      }
    }
    return fields;
  }

  private static Class<?> type(Object value) {
    return value == null ? Object.class : value.getClass();
  }

  private static Object bare(Object value, Class<?> type) throws ReflectiveOperationException {
    if (value instanceof Short || value instanceof Byte) {
      return ((Number) value).intValue();
    } else if (value instanceof Float single) {
      return single.doubleValue();
    } else if (value instanceof Enum<?> constant) {
      return constant.name();
    } else if (value instanceof List<?> list) {
      Bare.Items items = new Bare.Items(null);
      for (Object item : list) {
        items.items.add(bare(item, type(item)));
      }
      return items;
    } else if (value instanceof Map<?, ?> map) {
      Bare.Entries entries = new Bare.Entries(null);
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        entries.keys.add(bare(entry.getKey(), type(entry.getKey())));
        entries.values.add(bare(entry.getValue(), type(entry.getValue())));
      }
      return entries;
    } else if (value == null || type.getName().startsWith("java.") || value instanceof byte[]) {
      return value;
    }
    Bare.Fields object = new Bare.Fields(type.getName());
    for (Field field : fields(type)) {
      Object held = field.get(value);
      object.names.add(field.getName());
      object.values.add(bare(held, type(held)));
    }
    return object;
  }

  /** What a field of this type holds for a bare value. */
  private static Object held(Object value, Class<?> type) throws ReflectiveOperationException {
    if (value == null && type.isPrimitive()) {
      throw new RefusedException("a " + type + " holds no null");
    } else if (value instanceof Bare.Fields object) {
      Class<?> named = Class.forName(object.type, true, type.getClassLoader());
      return named.isRecord() ? buildRecord(object, named) : buildObject(object, named);
    } else if (value instanceof Bare.Items list) {
      List<Object> items = new ArrayList<>();
      for (Object item : list.items) {
        items.add(held(item, Object.class));
      }
      return items;
    } else if (value instanceof Bare.Entries entries) {
      Map<Object, Object> map = new HashMap<>();
      for (int i = 0; i < entries.keys.size(); i++) {
        map.put(held(entries.keys.get(i), Object.class), held(entries.values.get(i), Object.class));
      }
      return map;
    }
    return type.isEnum() ? constant((String) value, type) : scalar(value, type);
  }

  private static Object constant(String name, Class<?> type) {
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw new RefusedException(type.getName() + " has no constant " + name);
  }

  private static Object scalar(Object value, Class<?> type) {
    if (value instanceof Number number) {
      Object exact =
          switch (type.getName()) {
            case "short", "java.lang.Short" -> number.shortValue();
            case "byte", "java.lang.Byte" -> number.byteValue();
            case "long", "java.lang.Long" -> number.longValue();
            case "float", "java.lang.Float" -> number.floatValue();
            case "double", "java.lang.Double" -> number.doubleValue();
            default -> value;
          };
      if (((Number) exact).doubleValue() != number.doubleValue()) {
        throw new RefusedException(value + " is no " + type.getName());
      }
      return exact;
    }
    if (value instanceof Date date) {
      return new Date(date.getTime());
    }
    return value;
  }

  private static Object buildObject(Bare.Fields object, Class<?> type)
      throws ReflectiveOperationException {
    Object built = empty(type);
    Map<String, Field> fields = new HashMap<>();
    fields(type).forEach(field -> fields.put(field.getName(), field));
    for (int i = 0; i < object.names.size(); i++) {
      Field field = fields.get(object.names.get(i));
      if (field == null) {
        throw new RefusedException(type.getName() + " has no field " + object.names.get(i));
      }
      field.set(built, held(object.values.get(i), field.getType()));
    }
    return built;
  }

  /**
   * A new object: of the constructor without arguments, or of the only one, with zeros and nulls.
   */
  private static Object empty(Class<?> type) throws ReflectiveOperationException {
    Constructor<?>[] all = type.getDeclaredConstructors();
    Constructor<?> constructor = all.length == 1 ? all[0] : type.getDeclaredConstructor();
    constructor.setAccessible(true);
    Class<?>[] types = constructor.getParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      // An array of a primitive begins with its zero.
      arguments[i] = Array.get(Array.newInstance(types[i], 1), 0);
    }
    return constructor.newInstance(arguments);
  }

  private static Object buildRecord(Bare.Fields object, Class<?> type)
      throws ReflectiveOperationException {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      int at = object.names.indexOf(components[i].getName());
      if (at < 0) {
        throw new RefusedException("no value for " + components[i].getName() + " of a record");
      }
      values[i] = held(object.values.get(at), types[i]);
    }
    Constructor<?> constructor = type.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return constructor.newInstance(values);
  }
}
