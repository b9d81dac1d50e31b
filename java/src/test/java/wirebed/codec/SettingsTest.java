package wirebed.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import wirebed.Interop;
import wirebed.protocol.Setting;

/** The objects of the libraries have the settings that their codecs state. */
class SettingsTest {
  private static final ObjectMapper JACKSON = new JsonJackson(Interop.TREE).mapper();

  private static Map<String, String> stated(Settings settings, Predicate<String> names) {
    return settings.all().stream()
        .filter(one -> one.getRole() == Setting.Role.OPTION && names.test(one.getName()))
        .collect(
            Collectors.toMap(
                Setting::getName, Setting::getValue, (one, other) -> one, TreeMap::new));
  }

  private static <E extends Enum<E>> void differing(
      Map<String, String> found, E[] features, Predicate<E> here, Predicate<E> byDefault) {
    for (E feature : features) {
      if (here.test(feature) != byDefault.test(feature)) {
        String owner = feature.getDeclaringClass().getName();
        owner = owner.substring(owner.lastIndexOf('.') + 1).replace('$', '.');
        found.put(owner + "." + feature.name(), String.valueOf(here.test(feature)));
      }
    }
  }

  private static Map<String, String> features(ObjectMapper mapper) {
    ObjectMapper bare = new ObjectMapper();
    Map<String, String> found = new TreeMap<>();
    differing(found, SerializationFeature.values(), mapper::isEnabled, bare::isEnabled);
    differing(found, DeserializationFeature.values(), mapper::isEnabled, bare::isEnabled);
    differing(found, MapperFeature.values(), mapper::isEnabled, bare::isEnabled);
    differing(found, JsonParser.Feature.values(), mapper::isEnabled, bare::isEnabled);
    differing(found, JsonGenerator.Feature.values(), mapper::isEnabled, bare::isEnabled);
    differing(found, JsonFactory.Feature.values(), mapper::isEnabled, bare::isEnabled);
    return found;
  }

  /** A queue is equal to itself alone. */
  private static Object comparable(Object value) {
    return value instanceof Collection<?> all ? List.copyOf(all) : value;
  }

  @Test
  void jacksonHasTheFeaturesThatItStatesAndNoOthers() {
    assertEquals(
        stated(JsonJackson.SETTINGS, name -> name.contains("Feature.")), features(JACKSON));
  }

  @Test
  void jacksonHasTheOtherOptionsThatItStates() {
    ObjectMapper bare = new ObjectMapper();
    Map<String, String> options = stated(JsonJackson.SETTINGS, name -> !name.contains("Feature."));
    assertEquals(
        Set.of("annotationIntrospector", "visibility", "configOverride(BigDecimal).format"),
        options.keySet());
    assertEquals(
        options.get("annotationIntrospector"),
        JACKSON.getSerializationConfig().getAnnotationIntrospector().getClass().getSimpleName());
    assertNotEquals(bare.getVisibilityChecker(), JACKSON.getVisibilityChecker());
    assertEquals(
        options.get("configOverride(BigDecimal).format"),
        JACKSON
            .getSerializationConfig()
            .getDefaultPropertyFormat(BigDecimal.class)
            .getShape()
            .name());
  }

  @Test
  void jacksonDefaultIsTheMapperOfTheManual() {
    ObjectMapper mapper = new JsonJacksonDefault().mapper();
    ObjectMapper bare = new ObjectMapper();
    assertEquals(Map.of(), features(mapper));
    assertEquals(bare.getVisibilityChecker().toString(), mapper.getVisibilityChecker().toString());
    assertEquals(bare.getRegisteredModuleIds(), mapper.getRegisteredModuleIds());
    assertEquals(
        bare.getSerializationConfig().getAnnotationIntrospector().getClass(),
        mapper.getSerializationConfig().getAnnotationIntrospector().getClass());
  }

  @Test
  void gsonHasTheOptionThatItStatesAndNoOther() throws ReflectiveOperationException {
    GsonBuilder here = new JsonGson(Interop.TREE).gson().newBuilder();
    GsonBuilder bare = new Gson().newBuilder();
    Set<String> differing = new TreeSet<>();
    for (Field field : GsonBuilder.class.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        field.setAccessible(true);
        if (!Objects.equals(comparable(field.get(here)), comparable(field.get(bare)))) {
          differing.add(field.getName());
        }
      }
    }
    assertEquals(Set.of("fieldNamingPolicy"), differing);
    assertEquals(Set.of("fieldNamingStrategy"), stated(JsonGson.SETTINGS, name -> true).keySet());
  }
}
