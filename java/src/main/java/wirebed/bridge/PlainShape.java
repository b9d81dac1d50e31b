package wirebed.bridge;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import wirebed.protocol.PlainClass;
import wirebed.protocol.PlainField;
import wirebed.refusal.RefusedException;

/** One plain class, compiled: its constructor, and its properties in order of declaration. */
final class PlainShape implements PlainValue {
  private final String message;
  private final Class<?> type;
  private final byte[] name;
  private PlainProperty[] properties;
  private FieldNumbers numbers;
  private MethodHandle constructor;

  PlainShape(String message, Class<?> type) {
    this.message = message;
    this.type = type;
    this.name = ViewWriter.name(message);
  }

  void compile(PlainClass plain, PlainShapes shapes, MethodHandles.Lookup lookup) {
    try {
      MethodHandle bare = lookup.findConstructor(type, MethodType.methodType(void.class));
      constructor = bare.asType(MethodType.methodType(Object.class));
      properties = new PlainProperty[plain.getFieldsCount()];
      for (int i = 0; i < properties.length; i++) {
        PlainField field = plain.getFields(i);
        properties[i] = new PlainProperty(field, type, shapes, lookup);
      }
      numbers =
          new FieldNumbers(
              plain.getFieldsList().stream().mapToInt(PlainField::getNumber).toArray());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the plain class of " + message + " is not as declared", e);
    }
  }

  PlainProperty property(int number) {
    int place = numbers.place(number, 0);
    if (place < 0) {
      throw new IllegalArgumentException(
          "the plain class of " + message + " has no field " + number);
    }
    return properties[place];
  }

  Object create() {
    try {
      return (Object) constructor.invokeExact();
    } catch (Throwable e) {
      throw new IllegalStateException("cannot construct " + type.getName(), e);
    }
  }

  @Override
  public void write(Object value, ViewWriter out) {
    type.cast(value);
    if (out.same(value)) {
      return;
    }
    out.record(name);
    for (PlainProperty property : properties) {
      Object held = property.get(value);
      // Null means "absent", also for a property whose class gives it a value at first.
      if (held != null) {
        out.field(property.number);
        property.value.write(held, out);
      }
    }
    out.end();
  }

  @Override
  public Object read(ViewReader in) {
    int at = in.offset();
    if (in.peek() == '=') {
      in.tag();
      return in.same(type);
    }
    Object value = create();
    in.built(in.begin(at), value);
    readInto(value, in);
    return value;
  }

  /** Sets the fields that the record has, and no others. */
  void readInto(Object value, ViewReader in) {
    char tag = in.tag();
    if (tag != 'r') {
      throw in.unexpected(tag, "a record");
    }
    in.recordName(name);
    int next = 0;
    for (int number = in.field(); number != 0; number = in.field()) {
      int place = numbers.place(number, next);
      if (place < 0) {
        throw new RefusedException("the plain class of " + message + " has no field " + number);
      }
      properties[place].set(value, properties[place].value.read(in));
      next = place + 1;
    }
  }
}
