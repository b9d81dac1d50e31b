package wirebed.legacy;

import java.beans.Introspector;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import net.sf.json.JSONException;
import net.sf.json.JSONObject;
import net.sf.json.JsonConfig;
import net.sf.json.util.JSONUtils;
import net.sf.json.util.NewBeanInstanceStrategy;
import wirebed.protocol.PlainClass;
import wirebed.protocol.PlainField;
import wirebed.tree.Tree;

/**
 * Tells Json-Lib about the plain classes: for each root class a map from the names of properties to
 * the classes of their elements, and the names of properties on the wire.
 *
 * <p>The map has names without the classes that they belong to. If two properties have one name,
 * the one that is found first from the root decides. Json-Lib looks up the class of a map's value
 * by the key of the entry, for which the map can only have a pattern: so it has the class of the
 * first map whose values are objects.
 */
final class JsonLibClasses {
  private static final String ANY_KEY = "[\\s\\S]*"; // a dot is no line feed

  private final Tree tree;
  private final Map<String, PlainClass> plain = new HashMap<>();
  private final Map<String, Set<String>> onWire = new HashMap<>();
  private final Map<JsonConfig, Set<Class<?>>> reached = new IdentityHashMap<>();

  JsonLibClasses(Tree tree) {
    this.tree = tree;
    for (PlainClass one : tree.schema().getClassesList()) {
      plain.put(one.getJavaClass(), one);
      Set<String> names = new HashSet<>();
      one.getFieldsList().forEach(field -> names.add(field.getJsonName()));
      onWire.put(one.getJavaClass(), names);
    }
  }

  Class<?> load(String name) {
    try {
      return Class.forName(name, true, tree.loader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("the tree was built without the class " + name, e);
    }
  }

  JsonConfig config(Class<?> root) {
    JsonConfig config = new JsonConfig();
    config.setRootClass(root);
    JsonLibForms.write(config);
    Map<String, Class<?>> elements = new LinkedHashMap<>();
    Set<Class<?>> reached = new LinkedHashSet<>();
    Set<Class<?>> held = new LinkedHashSet<>();
    visit(root, elements, held, reached);
    // The pattern is last: a name that is not in the map is matched with every key as a pattern.
    held.stream().findFirst().ifPresent(first -> elements.put(ANY_KEY, first));
    config.setClassMap(elements);
    reached.forEach(type -> name(config, type));
    config.setNewBeanInstanceStrategy(new PlainClassStrategy());
    config.setJavaPropertyFilter((bean, name, value) -> isUnknown(bean, name));
    this.reached.put(config, reached);
    return config;
  }

  /**
   * Json-Lib registers a morpher for a class for good when it reads a text or a number instead of a
   * bean. This prevents that one value determines how the next ones are read.
   */
  void forget(JsonConfig config) {
    for (Class<?> type : reached.get(config)) {
      JSONUtils.getMorpherRegistry().clear(type);
      JSONUtils.getMorpherRegistry().clear(type.arrayType());
    }
  }

  private void visit(
      Class<?> type, Map<String, Class<?>> elements, Set<Class<?>> held, Set<Class<?>> reached) {
    if (!plain.containsKey(type.getName()) || !reached.add(type)) {
      return;
    }
    for (Field field : type.getDeclaredFields()) {
      Class<?> one =
          field.getType().isArray() ? field.getType().getComponentType() : field.getType();
      if (field.getGenericType() instanceof ParameterizedType generic) {
        Type[] arguments = generic.getActualTypeArguments();
        // The elements of a List<byte[]> have a class. Those of another generic type have none.
        one = (Class<?>) arguments[arguments.length - 1];
        boolean map = Map.class.isAssignableFrom(field.getType());
        elements.putIfAbsent(property(field.getName()), map ? Map.class : one);
        if (map && plain.containsKey(one.getName())) {
          held.add(one);
        }
      }
      visit(one, elements, held, reached);
    }
  }

  /**
   * By default Json-Lib skips an unknown property only if it is neither null nor an object nor a
   * list.
   */
  private boolean isUnknown(Object bean, String name) {
    Set<String> names = onWire.get(bean.getClass().getName());
    return names != null && !names.contains(name);
  }

  /** The properties whose name on the wire is not that of the bean, in both directions. */
  private void name(JsonConfig config, Class<?> type) {
    Map<String, String> written = new HashMap<>();
    Map<String, String> inBean = new HashMap<>();
    for (PlainField field : plain.get(type.getName()).getFieldsList()) {
      String property = property(field.getJavaName());
      if (!property.equals(field.getJsonName())) {
        written.put(property, field.getJsonName());
        inBean.put(field.getJsonName(), property);
      }
    }
    if (!written.isEmpty()) {
      config.registerJsonPropertyNameProcessor(
          type, (owner, name) -> written.getOrDefault(name, name));
      config.registerJavaPropertyNameProcessor(
          type, (owner, name) -> inBean.getOrDefault(name, name));
    }
  }

  /** The property that java.beans finds by the getter of a field: `aB` has getAB, so it is `AB`. */
  private static String property(String field) {
    return Introspector.decapitalize(Character.toUpperCase(field.charAt(0)) + field.substring(1));
  }

  /**
   * Builds plain classes only, whatever class a property may have. By default Json-Lib makes a new
   * Date() from an object, and sets its fields.
   */
  private final class PlainClassStrategy extends NewBeanInstanceStrategy {
    @Override
    @SuppressWarnings("rawtypes") // Json-Lib's, which is of Java 1.4
    public Object newInstance(Class target, JSONObject source)
        throws InstantiationException,
            IllegalAccessException,
            NoSuchMethodException,
            InvocationTargetException {
      if (!plain.containsKey(target.getName())) {
        throw new JSONException("an object is no " + target.getName());
      }
      return NewBeanInstanceStrategy.DEFAULT.newInstance(target, source);
    }
  }
}
