package wirebed.codec.hessian.caucho;

import com.caucho.hessian.io.ClassDeserializer;
import com.caucho.hessian.io.Deserializer;
import com.caucho.hessian.io.HessianProtocolException;
import com.caucho.hessian.io.SerializerFactory;
import java.util.ArrayList;
import java.util.List;
import wirebed.codec.guard.AllowList;
import wirebed.codec.guard.ListedClasses;

/** The library's own factory on a list of classes. */
final class ClassesFactory extends SerializerFactory {
  /** The classes that stand for values of the JDK on the wire. */
  private static final List<String> HANDLES =
      List.of(
          "com.caucho.hessian.io.BitSetHandle",
          "com.caucho.hessian.io.ByteHandle",
          "com.caucho.hessian.io.CalendarHandle",
          "com.caucho.hessian.io.EnumSetHandler",
          "com.caucho.hessian.io.FloatHandle",
          "com.caucho.hessian.io.HessianHandle",
          "com.caucho.hessian.io.LocaleHandle",
          "com.caucho.hessian.io.ShortHandle",
          "com.caucho.hessian.io.java8.DurationHandle",
          "com.caucho.hessian.io.java8.InstantHandle",
          "com.caucho.hessian.io.java8.LocalDateHandle",
          "com.caucho.hessian.io.java8.LocalDateTimeHandle",
          "com.caucho.hessian.io.java8.LocalTimeHandle",
          "com.caucho.hessian.io.java8.MonthDayHandle",
          "com.caucho.hessian.io.java8.OffsetDateTimeHandle",
          "com.caucho.hessian.io.java8.OffsetTimeHandle",
          "com.caucho.hessian.io.java8.PeriodHandle",
          "com.caucho.hessian.io.java8.YearHandle",
          "com.caucho.hessian.io.java8.YearMonthHandle",
          "com.caucho.hessian.io.java8.ZoneOffsetHandle",
          "com.caucho.hessian.io.java8.ZonedDateTimeHandle");

  private final ClassLoader loader;

  ClassesFactory(ClassLoader loader) {
    super(loader);
    this.loader = loader;
    List<String> allowed = new ArrayList<>(HANDLES);
    allowed.addAll(AllowList.HELD_BY_BEANS);
    allowed.addAll(AllowList.HELD_BY_CLASSES);
    allowed.addAll(AllowList.INHERITED);
    allowed.replaceAll(name -> name.replace("$", "\\$"));
    AllowList.HAND_WRITTEN.forEach(name -> allowed.add(name + "*"));
    Guarded.limit(getClassFactory(), allowed);
  }

  @Override
  public Deserializer getDeserializer(@SuppressWarnings("rawtypes") Class type)
      throws HessianProtocolException {
    // The library's own loads whatever class a class as a value names.
    return type == Class.class
        ? new ClassDeserializer(new ListedClasses(loader))
        : super.getDeserializer(type);
  }
}
