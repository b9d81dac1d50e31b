package wirebed.bridge;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Currency;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import wirebed.refusal.RefusedException;

/**
 * The bare values of single objects of the JDK's classes, exactly, with their class.
 *
 * <p>Where the declared type of a field is the class of its value, the value stands alone: a short,
 * byte or float as a number, any other as a `string`. Where it is another type (Object, a parent),
 * an `object` names the class and has the value in its field `value`. An object of a class that is
 * not known here has its toString() in the field `text`.
 */
final class JdkValues {
  private static final Map<Class<?>, Function<String, Object>> PARSERS =
      Map.ofEntries(
          Map.entry(AtomicBoolean.class, text -> new AtomicBoolean(Boolean.parseBoolean(text))),
          Map.entry(AtomicInteger.class, text -> new AtomicInteger(Integer.parseInt(text))),
          Map.entry(AtomicLong.class, text -> new AtomicLong(Long.parseLong(text))),
          Map.entry(BigDecimal.class, BigDecimal::new),
          Map.entry(BigInteger.class, BigInteger::new),
          Map.entry(BitSet.class, JdkValues::bits),
          Map.entry(Character.class, JdkValues::character),
          Map.entry(Currency.class, Currency::getInstance),
          Map.entry(Duration.class, Duration::parse),
          Map.entry(Instant.class, Instant::parse),
          Map.entry(LocalDate.class, LocalDate::parse),
          Map.entry(LocalDateTime.class, LocalDateTime::parse),
          Map.entry(LocalTime.class, LocalTime::parse),
          Map.entry(Locale.class, Locale::forLanguageTag),
          Map.entry(MonthDay.class, MonthDay::parse),
          Map.entry(OffsetDateTime.class, OffsetDateTime::parse),
          Map.entry(OffsetTime.class, OffsetTime::parse),
          Map.entry(Optional.class, text -> Optional.ofNullable(inBrackets(text))),
          Map.entry(OptionalInt.class, JdkValues::optionalInt),
          Map.entry(Period.class, Period::parse),
          Map.entry(StringBuffer.class, StringBuffer::new),
          Map.entry(StringBuilder.class, StringBuilder::new),
          Map.entry(Timestamp.class, JdkValues::timestamp),
          Map.entry(URI.class, URI::create),
          Map.entry(UUID.class, UUID::fromString),
          Map.entry(Year.class, Year::parse),
          Map.entry(YearMonth.class, YearMonth::parse),
          Map.entry(ZoneOffset.class, ZoneOffset::of),
          Map.entry(ZonedDateTime.class, ZonedDateTime::parse));

  private static final Map<Class<?>, Class<?>> BOXES =
      Map.of(
          byte.class, Byte.class,
          char.class, Character.class,
          double.class, Double.class,
          float.class, Float.class,
          long.class, Long.class,
          short.class, Short.class);

  private JdkValues() {}

  /** Whether a bare value of a class of its own shows the value. */
  static boolean isPlain(Object value) {
    return value instanceof Boolean
        || value instanceof Integer
        || value instanceof Long
        || value instanceof Double
        || value instanceof String
        || value.getClass() == Date.class
        || value instanceof byte[];
  }

  static boolean holds(Object value) {
    return value instanceof Enum || isJdk(value.getClass()) && !JdkContainers.holds(value);
  }

  static boolean makes(Class<?> type) {
    return type.isEnum() || isJdk(type);
  }

  private static boolean isJdk(Class<?> type) {
    return type.getClassLoader() == null || type.getName().startsWith("java.");
  }

  static Object bare(Object value, Class<?> declared) {
    if (value instanceof Calendar calendar) {
      return fieldsOf(calendar);
    }
    Class<?> type = value instanceof Enum<?> one ? one.getDeclaringClass() : value.getClass();
    Object shown = shown(value, type);
    if (shown != null && BOXES.getOrDefault(declared, declared) == type) {
      return shown;
    }
    Bare.Fields object = new Bare.Fields(type.getName());
    object.names.add(shown == null ? "text" : "value");
    object.values.add(shown == null ? value.toString() : shown);
    return object;
  }

  private static Object shown(Object value, Class<?> type) {
    if (value instanceof Short || value instanceof Byte) {
      return ((Number) value).intValue();
    } else if (value instanceof Float single) {
      return single.doubleValue();
    } else if (value instanceof Enum<?> constant) {
      return constant.name();
    } else if (value instanceof Class<?> named) {
      return named.getName();
    } else if (value instanceof Locale locale) {
      return locale.toLanguageTag();
    } else if (value instanceof Timestamp moment) {
      return moment.toInstant().toString();
    }
    return PARSERS.containsKey(type) ? value.toString() : null;
  }

  private static Bare.Fields fieldsOf(Calendar calendar) {
    Bare.Fields object = new Bare.Fields(calendar.getClass().getName());
    add(object, "millis", calendar.getTimeInMillis());
    add(object, "zone", calendar.getTimeZone().getID());
    add(object, "lenient", calendar.isLenient());
    add(object, "firstDayOfWeek", calendar.getFirstDayOfWeek());
    return object;
  }

  private static void add(Bare.Fields object, String name, Object value) {
    object.names.add(name);
    object.values.add(value);
  }

  /** Builds an object of a class from its fields. */
  static Object build(Bare.Fields object, Class<?> type, ClassLoader loader)
      throws ClassNotFoundException {
    if (type == GregorianCalendar.class) {
      GregorianCalendar calendar = new GregorianCalendar();
      calendar.setTimeZone(TimeZone.getTimeZone((String) value(object, "zone")));
      calendar.setTimeInMillis((Long) value(object, "millis"));
      calendar.setLenient((Boolean) value(object, "lenient"));
      calendar.setFirstDayOfWeek((Integer) value(object, "firstDayOfWeek"));
      return calendar;
    }
    return build(value(object, "value"), type, loader);
  }

  private static Object value(Bare.Fields object, String name) {
    int at = object.names.indexOf(name);
    if (at < 0) {
      throw new RefusedException("no " + name + " of a " + object.type);
    }
    return object.values.get(at);
  }

  /** Builds an object of the declared type from a value that stands alone. */
  static Object build(Object value, Class<?> type, ClassLoader loader)
      throws ClassNotFoundException {
    Class<?> boxed = BOXES.getOrDefault(type, type);
    if (value instanceof Number number) {
      return number(number, boxed);
    } else if (value instanceof Date date) {
      return new Date(date.getTime());
    } else if (!(value instanceof String)) {
      return value;
    }
    String text = (String) value;
    if (type.isEnum()) {
      return constant(text, type);
    } else if (type == Class.class) {
      return Class.forName(text, false, loader);
    }
    return PARSERS.getOrDefault(boxed, known -> known).apply(text);
  }

  private static Object number(Number number, Class<?> type) {
    Object exact =
        switch (type.getName()) {
          case "java.lang.Short" -> number.shortValue();
          case "java.lang.Byte" -> number.byteValue();
          case "java.lang.Long" -> number.longValue();
          case "java.lang.Float" -> number.floatValue();
          case "java.lang.Double" -> number.doubleValue();
          default -> number;
        };
    if (Double.compare(((Number) exact).doubleValue(), number.doubleValue()) != 0) {
      throw new RefusedException(number + " is no " + type.getName());
    }
    return exact;
  }

  private static Object constant(String name, Class<?> type) {
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw new RefusedException(type.getName() + " has no constant " + name);
  }

  private static Object timestamp(String text) {
    return Timestamp.from(Instant.parse(text));
  }

  /** The bits in the text of BitSet.toString(), as in {0, 64}. */
  private static Object bits(String text) {
    BitSet bits = new BitSet();
    for (String bit : text.replaceAll("[{}\\s]", "").split(",")) {
      if (!bit.isEmpty()) {
        bits.set(Integer.parseInt(bit));
      }
    }
    return bits;
  }

  private static final Pattern OPTIONAL = Pattern.compile("Optional(?:Int)?(?:\\.empty|\\[(.*)])");

  /** What stands in the text of an Optional as its toString() has it; null where it is empty. */
  private static String inBrackets(String text) {
    Matcher matcher = OPTIONAL.matcher(text);
    if (!matcher.matches()) {
      throw new RefusedException(text + " is no Optional");
    }
    return matcher.group(1);
  }

  private static Object optionalInt(String text) {
    String number = inBrackets(text);
    return number == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(number));
  }

  private static Object character(String text) {
    if (text.length() != 1) {
      throw new RefusedException("a char is one UTF-16 unit");
    }
    return text.charAt(0);
  }
}
