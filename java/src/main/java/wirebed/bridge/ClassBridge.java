package wirebed.bridge;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import wirebed.refusal.RefusedException;

/**
 * Converts between bare views and objects of classes that were written by hand, by reflection.
 *
 * <p>An `object` lists the fields of the superclass first, and those of each class in order of
 * declaration. It has transient fields, but no static ones. A short or byte is an `int`, a float is
 * a `double`, and an enum constant is a `string` of its name. A field that the view leaves out
 * keeps the value that the constructor gave it.
 *
 * <p>Elements, keys and values must be of the types that the field declares for them, as the casts
 * in their user's code require. A reader that ignores these types causes heap pollution (Java
 * Language Specification, 4.12.2), which {@link #view} reports as a ClassCastException.
 */
public final class ClassBridge {
  private ClassBridge() {}

  public static Object build(byte[] view, Class<?> type) throws ReflectiveOperationException {
    return held(BareBridge.build(view), DeclaredType.of(type));
  }

  /**
   * @throws ClassCastException if a part of the value is not of its declared type
   */
  public static byte[] view(Object value) throws ReflectiveOperationException {
    return BareBridge.view(bare(value, DeclaredType.OBJECT));
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

  private static Object bare(Object value, DeclaredType declared)
      throws ReflectiveOperationException {
    if (!declared.raw().isPrimitive()) {
      declared.raw().cast(value);
    }
    if (value instanceof Short || value instanceof Byte) {
      return ((Number) value).intValue();
    } else if (value instanceof Float single) {
      return single.doubleValue();
    } else if (value instanceof Enum<?> constant) {
      return constant.name();
    } else if (value instanceof Collection<?> collection) {
      return items(collection, declared.element());
    } else if (value instanceof Map<?, ?> map) {
      Bare.Entries entries = new Bare.Entries(null);
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        entries.keys.add(bare(entry.getKey(), declared.key()));
        entries.values.add(bare(entry.getValue(), declared.value()));
      }
      return entries;
    } else if (value == null
        || value.getClass().getName().startsWith("java.")
        || value instanceof byte[]) {
      return value;
    }
    Class<?> type = value.getClass();
    Bare.Fields object = new Bare.Fields(type.getName());
    for (Field field : fields(type)) {
      object.names.add(field.getName());
      object.values.add(bare(field.get(value), declared(field, type, declared)));
    }
    return object;
  }

  /** Keeps the order of a list, and sorts any other collection by the views of its elements. */
  private static Bare.Items items(Collection<?> values, DeclaredType element)
      throws ReflectiveOperationException {
    Bare.Items items = new Bare.Items(null);
    for (Object value : values) {
      items.items.add(bare(value, element));
    }
    if (!(values instanceof List<?>)) {
      items.items.sort((a, b) -> Arrays.compare(BareBridge.view(a), BareBridge.view(b)));
    }
    return items;
  }

  /** The declared type of a field in an object of a class, where `holder` declares the object. */
  private static DeclaredType declared(Field field, Class<?> type, DeclaredType holder) {
    Class<?> owner = field.getDeclaringClass();
    DeclaredType known = owner.isAssignableFrom(holder.raw()) ? holder : DeclaredType.of(type);
    return DeclaredType.of(field.getGenericType(), known.bound(owner));
  }

  /** Converts a bare value to an object of the declared type. */
  private static Object held(Object value, DeclaredType declared)
      throws ReflectiveOperationException {
    Class<?> type = declared.raw();
    if (value == null && type.isPrimitive()) {
      throw new RefusedException("a " + type + " holds no null");
    } else if (value instanceof Bare.Fields object) {
      Class<?> named = Class.forName(object.type, true, type.getClassLoader());
      return named.isRecord()
          ? buildRecord(object, named, declared)
          : buildObject(object, named, declared);
    } else if (value instanceof Bare.Items list) {
      Collection<Object> items =
          Set.class.isAssignableFrom(type) ? new LinkedHashSet<>() : new ArrayList<>();
      for (Object item : list.items) {
        items.add(element(item, declared.element()));
      }
      return items;
    } else if (value instanceof Bare.Entries entries) {
      Map<Object, Object> map = new HashMap<>();
      for (int i = 0; i < entries.keys.size(); i++) {
        Object key = element(entries.keys.get(i), declared.key());
        map.put(key, element(entries.values.get(i), declared.value()));
      }
      return map;
    }
    return type.isEnum() ? constant((String) value, type) : scalar(value, type);
  }

  /** Checks the type of an element, which a collection does not: a field checks its own value. */
  private static Object element(Object value, DeclaredType declared)
      throws ReflectiveOperationException {
    return declared.raw().cast(held(value, declared));
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

  private static Object buildObject(Bare.Fields object, Class<?> type, DeclaredType declared)
      throws ReflectiveOperationException {
    Object built = empty(type);
    Map<String, Field> fields = new HashMap<>();
    fields(type).forEach(field -> fields.put(field.getName(), field));
    for (int i = 0; i < object.names.size(); i++) {
      Field field = fields.get(object.names.get(i));
      if (field == null) {
        throw new RefusedException(type.getName() + " has no field " + object.names.get(i));
      }
      field.set(built, held(object.values.get(i), declared(field, type, declared)));
    }
    return built;
  }

  /**
   * A new object by the only constructor, with zeros and nulls, or by the one without arguments.
   */
  private static Object empty(Class<?> type) throws ReflectiveOperationException {
    Constructor<?>[] all = type.getDeclaredConstructors();
    Constructor<?> constructor = all.length == 1 ? all[0] : type.getDeclaredConstructor();
    constructor.setAccessible(true);
    Class<?>[] types = constructor.getParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      // A new array of a primitive type holds its zero.
      arguments[i] = Array.get(Array.newInstance(types[i], 1), 0);
    }
    return constructor.newInstance(arguments);
  }

  private static Object buildRecord(Bare.Fields object, Class<?> type, DeclaredType declared)
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
      Field field = type.getDeclaredField(components[i].getName());
      values[i] = held(object.values.get(at), declared(field, type, declared));
    }
    Constructor<?> constructor = type.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return constructor.newInstance(values);
  }
}
