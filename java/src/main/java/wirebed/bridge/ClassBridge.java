package wirebed.bridge;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import wirebed.refusal.RefusedException;

/**
 * Converts between bare views and objects of classes that were written by hand, by reflection.
 *
 * <p>An `object` lists the fields of the superclass first, and those of each class in order of
 * declaration. It has transient fields, but no static ones. A field that a class inherits beside
 * one of the same name is called {@code Parent.name}. A field that the view leaves out keeps the
 * value that the constructor gave it. {@link JdkValues} and {@link JdkContainers} have the values
 * of the JDK's own classes.
 *
 * <p>Elements, keys and values must be of the types that the field declares for them, as the casts
 * in their user's code require. A reader that ignores these types causes heap pollution (Java
 * Language Specification, 4.12.2), which {@link #view} reports as a ClassCastException.
 */
public final class ClassBridge {
  private ClassBridge() {}

  public static Object build(byte[] view, Class<?> type) throws ReflectiveOperationException {
    ClassLoader loader = type.getClassLoader();
    return held(BareBridge.build(view), DeclaredType.of(type), loader);
  }

  /**
   * @throws ClassCastException if a part of the value is not of its declared type
   */
  public static byte[] view(Object value) throws ReflectiveOperationException {
    return BareBridge.view(bare(value, DeclaredType.OBJECT));
  }

  /** The fields that hold an object's state by their names in a view, inherited ones first. */
  private static Map<String, Field> fields(Class<?> type) {
    Map<String, Field> fields = new LinkedHashMap<>();
    Set<String> hiding = new HashSet<>();
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      Map<String, Field> own = new LinkedHashMap<>();
      for (Field field : owner.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
          field.setAccessible(true);
          boolean hidden = !hiding.add(field.getName());
          own.put((hidden ? owner.getSimpleName() + "." : "") + field.getName(), field);
        }
      }
      own.putAll(fields);
      fields = own;
    }
    return fields;
  }

  static Object bare(Object value, DeclaredType declared) throws ReflectiveOperationException {
    if (!declared.raw().isPrimitive()) {
      declared.raw().cast(value);
    }
    if (value == null || JdkValues.isPlain(value)) {
      return value;
    } else if (JdkValues.holds(value)) {
      return JdkValues.bare(value, declared.raw());
    } else if (JdkContainers.holds(value)) {
      return JdkContainers.bare(value, declared);
    }
    Class<?> type = value.getClass();
    Bare.Fields object = new Bare.Fields(type.getName());
    for (Map.Entry<String, Field> field : fields(type).entrySet()) {
      object.names.add(field.getKey());
      Field at = field.getValue();
      object.values.add(bare(at.get(value), declared(at, type, declared)));
    }
    return object;
  }

  /** The declared type of a field in an object of a class, where `holder` declares the object. */
  private static DeclaredType declared(Field field, Class<?> type, DeclaredType holder) {
    Class<?> owner = field.getDeclaringClass();
    DeclaredType known = owner.isAssignableFrom(holder.raw()) ? holder : DeclaredType.of(type);
    return DeclaredType.of(field.getGenericType(), known.bound(owner));
  }

  /** Converts a bare value to an object of the declared type. */
  static Object held(Object value, DeclaredType declared, ClassLoader loader)
      throws ReflectiveOperationException {
    Class<?> type = declared.raw();
    if (value == null && type.isPrimitive()) {
      throw new RefusedException("a " + type + " holds no null");
    } else if (value instanceof Bare.Items || value instanceof Bare.Entries) {
      return JdkContainers.build(value, declared, loader);
    } else if (value instanceof Bare.Fields object) {
      Class<?> named = Class.forName(object.type, true, loader);
      if (named == Properties.class) {
        return JdkContainers.properties(object, loader);
      } else if (JdkValues.makes(named)) {
        return JdkValues.build(object, named, loader);
      }
      return named.isRecord()
          ? buildRecord(object, named, declared, loader)
          : buildObject(object, named, declared, loader);
    }
    return JdkValues.build(value, type, loader);
  }

  private static Object buildObject(
      Bare.Fields object, Class<?> type, DeclaredType declared, ClassLoader loader)
      throws ReflectiveOperationException {
    Object built = empty(type);
    Map<String, Field> fields = fields(type);
    for (int i = 0; i < object.names.size(); i++) {
      Field field = fields.get(object.names.get(i));
      if (field == null) {
        throw new RefusedException(type.getName() + " has no field " + object.names.get(i));
      }
      field.set(built, held(object.values.get(i), declared(field, type, declared), loader));
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

  private static Object buildRecord(
      Bare.Fields object, Class<?> type, DeclaredType declared, ClassLoader loader)
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
      values[i] = held(object.values.get(at), declared(field, type, declared), loader);
    }
    Constructor<?> constructor = type.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return constructor.newInstance(values);
  }
}
