package wirebed.bridge;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import wirebed.protocol.PlainField;
import wirebed.protocol.PlainType;

/** One field of a plain class: its number, its accessors, and how its value is written and read. */
final class PlainProperty {
  final int number;
  final PlainValue value;
  private final MethodHandle getter;
  private final MethodHandle setter;

  PlainProperty(PlainField field, Class<?> type, PlainShapes shapes, MethodHandles.Lookup lookup)
      throws ReflectiveOperationException {
    Field declared = type.getDeclaredField(field.getJavaName());
    number = field.getNumber();
    getter =
        lookup.unreflectGetter(declared).asType(MethodType.methodType(Object.class, Object.class));
    setter =
        lookup
            .unreflectSetter(declared)
            .asType(MethodType.methodType(void.class, Object.class, Object.class));
    value = value(field, declared.getType(), shapes);
  }

  private static PlainValue value(PlainField field, Class<?> declared, PlainShapes shapes) {
    PlainValue element = PlainScalars.of(field.getType(), shapes);
    return switch (field.getContainer()) {
      case LIST -> new PlainContainers.OfList(element);
      case SET -> new PlainContainers.OfSet(element);
      case ARRAY -> new PlainContainers.OfArray(element, declared.getComponentType());
      case MAP -> new PlainContainers.OfMap(PlainScalars.of(field.getKey(), shapes), element);
      default ->
          field.getType().getKind() == PlainType.Kind.DECIMAL
              ? PlainScalars.MAYBE_DECIMAL
              : element;
    };
  }

  Object get(Object bean) {
    try {
      return (Object) getter.invokeExact(bean);
    } catch (Throwable e) {
      throw sneaky(e);
    }
  }

  void set(Object bean, Object held) {
    try {
      setter.invokeExact(bean, held);
    } catch (Throwable e) {
      throw sneaky(e);
    }
  }

  private static RuntimeException sneaky(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return (RuntimeException) e; // a field access throws nothing that is checked
  }
}
