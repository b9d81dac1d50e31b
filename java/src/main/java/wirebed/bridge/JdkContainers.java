package wirebed.bridge;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import wirebed.refusal.RefusedException;

/**
 * The bare values of arrays, collections and maps, exactly, with their class: `list` and `map` have
 * the name of the class as their type.
 *
 * <p>A container that keeps an order has its elements in that order. In any other, they stand in
 * the order of the bytes of their views. A sorted map with a comparator has the class of that after
 * a slash. Properties with defaults are an `object` of two maps.
 */
final class JdkContainers {
  private JdkContainers() {}

  static boolean holds(Object value) {
    return value.getClass().isArray() || value instanceof Collection || value instanceof Map;
  }

  static Object bare(Object value, DeclaredType declared) throws ReflectiveOperationException {
    if (value instanceof Map<?, ?> map) {
      return entries(map, declared);
    }
    Bare.Items items = new Bare.Items(value.getClass().getTypeName());
    if (value instanceof Collection<?> collection) {
      for (Object item : collection) {
        items.items.add(ClassBridge.bare(item, declared.element()));
      }
      if (!ordered(value)) {
        items.items.sort((a, b) -> Arrays.compare(BareBridge.view(a), BareBridge.view(b)));
      }
      return items;
    }
    DeclaredType component = DeclaredType.of(value.getClass().getComponentType());
    for (int i = 0; i < Array.getLength(value); i++) {
      items.items.add(ClassBridge.bare(Array.get(value, i), component));
    }
    return items;
  }

  private static boolean ordered(Object value) {
    return value instanceof List
        || value instanceof LinkedHashSet
        || value instanceof SortedSet
        || value instanceof LinkedHashMap
        || value instanceof SortedMap
        || value instanceof EnumMap
        || !value.getClass().getName().startsWith("java.");
  }

  private static Object entries(Map<?, ?> map, DeclaredType declared)
      throws ReflectiveOperationException {
    Bare.Entries entries = new Bare.Entries(typeOf(map));
    List<Object[]> pairs = new ArrayList<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object key = ClassBridge.bare(entry.getKey(), declared.key());
      pairs.add(new Object[] {key, ClassBridge.bare(entry.getValue(), declared.value())});
    }
    if (!ordered(map)) {
      pairs.sort((a, b) -> Arrays.compare(BareBridge.view(a[0]), BareBridge.view(b[0])));
    }
    for (Object[] pair : pairs) {
      entries.keys.add(pair[0]);
      entries.values.add(pair[1]);
    }
    return map instanceof Properties properties ? withDefaults(entries, properties) : entries;
  }

  private static String typeOf(Map<?, ?> map) {
    String name = map.getClass().getName();
    Comparator<?> comparator = map instanceof SortedMap<?, ?> sorted ? sorted.comparator() : null;
    return comparator == null ? name : name + "/" + comparator.getClass().getName();
  }

  /** Properties show their defaults only by name. */
  private static Object withDefaults(Bare.Entries own, Properties properties) {
    Map<String, String> inherited = new TreeMap<>();
    for (String name : properties.stringPropertyNames()) {
      if (!properties.containsKey(name)) {
        inherited.put(name, properties.getProperty(name));
      }
    }
    if (inherited.isEmpty()) {
      return own;
    }
    Bare.Entries defaults = new Bare.Entries(own.type);
    defaults.keys.addAll(inherited.keySet());
    defaults.values.addAll(inherited.values());
    Bare.Fields object = new Bare.Fields(own.type);
    object.names.addAll(List.of("own", "defaults"));
    object.values.addAll(List.of(own, defaults));
    return object;
  }

  static Properties properties(Bare.Fields object, ClassLoader loader)
      throws ReflectiveOperationException {
    Properties defaults = new Properties();
    DeclaredType type = DeclaredType.of(Properties.class);
    defaults.putAll((Map<?, ?>) build(object.values.get(1), type, loader));
    Properties own = new Properties(defaults);
    own.putAll((Map<?, ?>) build(object.values.get(0), type, loader));
    return own;
  }

  /** Builds the container that the bare value names, or the usual one of the declared type. */
  static Object build(Object value, DeclaredType declared, ClassLoader loader)
      throws ReflectiveOperationException {
    if (value instanceof Bare.Entries entries) {
      return map(entries, declared, loader);
    }
    Bare.Items list = (Bare.Items) value;
    if (list.type != null && list.type.endsWith("[]")) {
      return array(list, loader);
    }
    List<Object> items = new ArrayList<>();
    for (Object item : list.items) {
      items.add(element(item, declared.element(), loader));
    }
    return collection(list.type, items, declared);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Object collection(String type, List<Object> items, DeclaredType declared)
      throws ReflectiveOperationException {
    if (type == null) {
      return Set.class.isAssignableFrom(declared.raw()) ? new LinkedHashSet<>(items) : items;
    }
    switch (type) {
      case "java.util.Arrays$ArrayList":
        return Arrays.asList(items.toArray());
      case "java.util.ImmutableCollections$ListN":
        return List.of(items.toArray());
      case "java.util.Collections$UnmodifiableRandomAccessList":
        return Collections.unmodifiableList(items);
      case "java.util.RegularEnumSet":
        EnumSet constants = EnumSet.noneOf((Class<Enum>) declared.element().raw());
        constants.addAll(items);
        return constants;
      default:
        Collection<Object> made =
            (Collection<Object>) Class.forName(type).getDeclaredConstructor().newInstance();
        made.addAll(items);
        return made;
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Map<Object, Object> empty(String type, DeclaredType declared)
      throws ReflectiveOperationException {
    if (type == null) {
      return new HashMap<>();
    }
    return switch (type) {
      case "java.util.EnumMap" -> new EnumMap((Class<Enum>) declared.key().raw());
      case "java.util.TreeMap/java.util.Collections$ReverseComparator" ->
          new TreeMap<>(Collections.reverseOrder());
      default -> (Map<Object, Object>) Class.forName(type).getDeclaredConstructor().newInstance();
    };
  }

  private static Object map(Bare.Entries entries, DeclaredType declared, ClassLoader loader)
      throws ReflectiveOperationException {
    Map<Object, Object> map = empty(entries.type, declared);
    for (int i = 0; i < entries.keys.size(); i++) {
      Object key = element(entries.keys.get(i), declared.key(), loader);
      map.put(key, element(entries.values.get(i), declared.value(), loader));
    }
    return map;
  }

  private static Object array(Bare.Items list, ClassLoader loader)
      throws ReflectiveOperationException {
    Class<?> component = component(list.type, loader);
    Object array = Array.newInstance(component, list.items.size());
    for (int i = 0; i < list.items.size(); i++) {
      Array.set(array, i, ClassBridge.held(list.items.get(i), DeclaredType.of(component), loader));
    }
    return array;
  }

  private static Class<?> component(String type, ClassLoader loader) throws ClassNotFoundException {
    String name = type.substring(0, type.length() - 2);
    if (name.endsWith("[]")) {
      return component(name, loader).arrayType();
    }
    return switch (name) {
      case "char" -> char.class;
      case "double" -> double.class;
      case "int" -> int.class;
      case "long" -> long.class;
      case "short" -> short.class;
      default -> Class.forName(name, false, loader);
    };
  }

  /** Checks the type of an element, which a collection does not: a field checks its own value. */
  private static Object element(Object value, DeclaredType declared, ClassLoader loader)
      throws ReflectiveOperationException {
    Object element = ClassBridge.held(value, declared, loader);
    if (element == null && declared.raw().isPrimitive()) {
      throw new RefusedException("no null in " + declared.raw());
    }
    return declared.raw().cast(element);
  }
}
