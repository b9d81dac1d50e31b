package wirebed.bench;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** The fields of a message or of a plain object, for the probe. */
final class Fields {
  private Fields() {}

  /** Names of the fields in which two objects of one class differ. */
  static Set<String> differing(Object one, Object other) {
    Map<String, Object> others = values(other);
    Set<String> names = new TreeSet<>();
    values(one)
        .forEach(
            (name, value) -> {
              if (!Objects.equals(comparable(value), comparable(others.get(name)))) {
                names.add(name);
              }
            });
    return names;
  }

  /** Changes a plain object in place to have the fields of another. */
  static void become(Object plain, Object other) {
    for (Field field : declared(plain.getClass())) {
      try {
        field.set(plain, field.get(other));
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static Map<String, Object> values(Object value) {
    Map<String, Object> values = new LinkedHashMap<>();
    if (value instanceof Message message) {
      for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
        boolean there = field.isRepeated() || !field.hasPresence() || message.hasField(field);
        values.put(field.getName(), there ? message.getField(field) : null);
      }
    } else {
      for (Field field : declared(value.getClass())) {
        try {
          values.put(field.getName(), field.get(value));
        } catch (IllegalAccessException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    return values;
  }

  /** Converts arrays to lists, also in collections: an array equals only itself. */
  private static Object comparable(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> values = new HashMap<>();
      map.forEach((key, one) -> values.put(key, comparable(one)));
      return values;
    }
    if (value instanceof Set<?>) { // of scalars and enums
      return value;
    }
    if (value instanceof Collection<?> items) {
      return items.stream().map(Fields::comparable).toList();
    }
    if (value == null || !value.getClass().isArray()) {
      return value;
    }
    List<Object> items = new ArrayList<>();
    for (int i = 0; i < Array.getLength(value); i++) {
      items.add(comparable(Array.get(value, i)));
    }
    return items;
  }

  private static List<Field> declared(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        field.setAccessible(true);
        fields.add(field);
      }
    }
    return fields;
  }
}
