package wirebed.legacy;

import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.function.Function;
import net.sf.ezmorph.ObjectMorpher;
import net.sf.json.JSONNull;
import net.sf.json.JsonConfig;
import net.sf.json.processors.JsonValueProcessor;
import net.sf.json.util.JSONUtils;

/**
 * The forms of proto/README.md where they differ from Json-Lib's defaults, by Json-Lib's own means:
 * processors, which write, and morphers, which read.
 *
 * <p>By default Json-Lib writes a Date as an object of its getters, bytes as an array of numbers, a
 * BigDecimal as a number, and null as "", 0 or false, according to the type. It reads the text of a
 * date as the present time, since it converts a String to a Date as to any bean: by new Date().
 */
final class JsonLibForms {
  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSXXX").withZone(ZoneOffset.UTC);

  private static final List<Class<?>> NULLABLE =
      List.of(
          Boolean.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          String.class,
          BigDecimal.class,
          byte[].class);

  private JsonLibForms() {}

  static void write(JsonConfig config) {
    text(config, Date.class, date -> ISO.format(date.toInstant()));
    text(config, BigDecimal.class, BigDecimal::toString);
    text(config, byte[].class, Base64.getEncoder()::encodeToString);
    for (Class<?> type : NULLABLE) {
      config.registerDefaultValueProcessor(type, property -> JSONNull.getInstance());
    }
  }

  /** Registers the morphers for the whole JVM: Json-Lib has one registry. */
  static void read() {
    morph(Date.class, text -> Date.from(OffsetDateTime.parse(text).toInstant()));
    morph(byte[].class, Base64.getDecoder()::decode);
  }

  private static <T> void text(JsonConfig config, Class<T> type, Function<T, String> spell) {
    config.registerJsonValueProcessor(
        type,
        new JsonValueProcessor() {
          @Override
          public Object processObjectValue(String key, Object value, JsonConfig config) {
            return processArrayValue(value, config);
          }

          @Override
          public Object processArrayValue(Object value, JsonConfig config) {
            return value == null ? JSONNull.getInstance() : spell.apply(type.cast(value));
          }
        });
  }

  private static void morph(Class<?> type, Function<String, ?> parse) {
    JSONUtils.getMorpherRegistry().registerMorpher(new Text(type, parse));
  }

  private record Text(Class<?> type, Function<String, ?> parse) implements ObjectMorpher {
    @Override
    public Object morph(Object value) {
      return value == null ? null : parse.apply((String) value);
    }

    @Override
    @SuppressWarnings("rawtypes") // ezmorph's, which is of Java 1.4
    public Class morphsTo() {
      return type;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public boolean supports(Class other) {
      return other == String.class;
    }
  }
}
