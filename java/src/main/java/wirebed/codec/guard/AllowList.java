package wirebed.codec.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import wirebed.tree.Tree;

/**
 * The classes that readers of Hessian and of object streams may load: the classes of the tree, and
 * those of the values that their fields hold.
 *
 * <p>Without such a list, the sender chooses any class on the class path.
 */
public final class AllowList {
  /** The packages of the classes that were written by hand (java/classes). */
  public static final List<String> HAND_WRITTEN = List.of("evolution.classes.", "javatypes.");

  /**
   * The prefix of the name of an array with the most dimensions that the Java Virtual Machine
   * Specification allows (4.4.1).
   */
  public static final String MOST_DIMENSIONS = "[".repeat(255);

  public static final List<String> HELD_BY_BEANS =
      List.of(
          "java.lang.Boolean",
          "java.lang.Double",
          "java.lang.Float",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.String",
          "java.math.BigDecimal",
          "java.util.ArrayList",
          "java.util.Date",
          "java.util.HashMap",
          "java.util.HashSet",
          "java.lang.Object",
          "java.lang.Enum",
          "java.lang.Number");

  /** The classes that objects of classes written by hand hold beside {@link #HELD_BY_BEANS}. */
  public static final List<String> HELD_BY_CLASSES =
      List.of(
          "java.lang.Byte",
          "java.lang.Character",
          "java.lang.Class",
          "java.lang.Short",
          "java.lang.StringBuffer",
          "java.lang.StringBuilder",
          "java.math.BigInteger",
          "java.net.URI",
          "java.sql.Timestamp",
          "java.time.DayOfWeek",
          "java.time.Duration",
          "java.time.Instant",
          "java.time.LocalDate",
          "java.time.LocalDateTime",
          "java.time.LocalTime",
          "java.time.Month",
          "java.time.MonthDay",
          "java.time.OffsetDateTime",
          "java.time.OffsetTime",
          "java.time.Period",
          "java.time.Ser",
          "java.time.Year",
          "java.time.YearMonth",
          "java.time.ZoneOffset",
          "java.time.ZonedDateTime",
          "java.util.Arrays$ArrayList",
          "java.util.BitSet",
          "java.util.Calendar",
          "java.util.CollSer",
          "java.util.Collections$ReverseComparator",
          "java.util.Collections$UnmodifiableCollection",
          "java.util.Collections$UnmodifiableList",
          "java.util.Collections$UnmodifiableRandomAccessList",
          "java.util.Currency",
          "java.util.EnumMap",
          "java.util.EnumSet",
          "java.util.EnumSet$SerializationProxy",
          "java.util.GregorianCalendar",
          "java.util.Hashtable",
          "java.util.ImmutableCollections$ListN",
          "java.util.LinkedHashMap",
          "java.util.LinkedHashSet",
          "java.util.LinkedList",
          "java.util.Locale",
          "java.util.Optional",
          "java.util.OptionalInt",
          "java.util.Properties",
          "java.util.RegularEnumSet",
          "java.util.SimpleTimeZone",
          "java.util.TimeZone",
          "java.util.TreeMap",
          "java.util.TreeSet",
          "java.util.UUID",
          "java.util.concurrent.TimeUnit",
          "java.util.concurrent.atomic.AtomicBoolean",
          "java.util.concurrent.atomic.AtomicInteger",
          "java.util.concurrent.atomic.AtomicLong",
          "sun.util.calendar.ZoneInfo");

  /** Interfaces and parents of these, which hessian-lite looks up on its list, too. */
  public static final List<String> INHERITED =
      List.of(
          "java.io.Serializable",
          "java.lang.Cloneable",
          "java.lang.Comparable",
          "java.lang.constant.Constable",
          "java.lang.constant.ConstantDesc",
          "java.lang.invoke.TypeDescriptor$OfField",
          "java.lang.reflect.AnnotatedElement",
          "java.lang.reflect.GenericDeclaration",
          "java.lang.reflect.Type",
          "java.util.AbstractCollection",
          "java.util.AbstractList",
          "java.util.AbstractMap",
          "java.util.AbstractSequentialList",
          "java.util.AbstractSet",
          "java.util.Deque",
          "java.util.Dictionary",
          "java.util.List",
          "java.util.Map",
          "java.util.NavigableMap",
          "java.util.NavigableSet",
          "java.util.Queue",
          "java.util.RandomAccess",
          "java.util.Set",
          "java.util.SortedMap",
          "java.util.SortedSet");

  private AllowList() {}

  /** Whether a class was written by hand, or is one of those that such objects hold. */
  public static boolean isOfClasses(String name) {
    return HAND_WRITTEN.stream().anyMatch(name::startsWith)
        || HELD_BY_BEANS.contains(name)
        || HELD_BY_CLASSES.contains(name);
  }

  /** The classes of the tree and of its values, and others that the library needs. */
  public static List<String> names(Tree tree, List<String> ofLibrary) {
    List<String> names = new ArrayList<>(HELD_BY_BEANS);
    names.addAll(ofLibrary);
    tree.schema().getClassesList().forEach(plain -> names.add(plain.getJavaClass()));
    tree.schema().getEnumsList().forEach(plain -> names.add(plain.getJavaClass()));
    return names;
  }

  /** One pattern for Hessian's ClassFactory, which escapes the dots and interprets `*` itself. */
  public static String pattern(Tree tree, List<String> ofLibrary) {
    return names(tree, ofLibrary).stream()
        .map(name -> name.replace("$", "\\$"))
        .collect(Collectors.joining("|"));
  }
}
