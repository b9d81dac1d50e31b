package wirebed.bridge;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.ProtocolStringList;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Map;

/**
 * A field by the accessors that protoc generates. Handles on them are bound once; reflection of the
 * library would look them up at each use.
 */
final class GeneratedAccess implements MessageAccess {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();
  private static final MethodType HAS = MethodType.methodType(boolean.class, Message.class);
  private static final MethodType GET = MethodType.methodType(Object.class, Message.class);
  private static final MethodType CLEAR = MethodType.methodType(void.class, Message.Builder.class);
  private static final MethodType SET =
      MethodType.methodType(void.class, Message.Builder.class, Object.class);

  private final MethodHandle has; // of a field with presence, else null
  private final MethodHandle get;
  private final MethodHandle clear; // of a repeated field or map, where `set` adds, else null
  private final MethodHandle set;

  private GeneratedAccess(Message prototype, FieldDescriptor field, Class<?> type)
      throws ReflectiveOperationException {
    Class<?> message = prototype.getClass();
    Class<?> builder = prototype.newBuilderForType().getClass();
    String name = ProtocNames.ofField(field);
    FieldDescriptor held = field.isMapField() ? mapValue(field) : field;
    String form = held.getJavaType() == JavaType.ENUM ? "Value" : "";
    has = field.hasPresence() ? find(message, "has" + name, boolean.class).asType(HAS) : null;
    clear = field.isRepeated() ? find(builder, "clear" + name, builder).asType(CLEAR) : null;
    if (field.isMapField()) {
      get = find(message, "get" + name + form + "Map", Map.class).asType(GET);
      set = find(builder, "putAll" + name + form, builder, Map.class).asType(SET);
    } else if (field.isRepeated()) {
      Class<?> list = type == String.class ? ProtocolStringList.class : List.class;
      get = find(message, "get" + name + form + "List", list).asType(GET);
      set = find(builder, "addAll" + name + form, builder, Iterable.class).asType(SET);
    } else {
      get = find(message, "get" + name + form, type).asType(GET);
      set = find(builder, "set" + name + form, builder, type).asType(SET);
    }
  }

  private static MethodHandle find(Class<?> type, String name, Class<?> result, Class<?>... takes)
      throws ReflectiveOperationException {
    return LOOKUP.findVirtual(type, name, MethodType.methodType(result, takes));
  }

  private static FieldDescriptor mapValue(FieldDescriptor field) {
    return field.getMessageType().findFieldByName("value");
  }

  /** Null if the field has no such accessors, as in a message that is made from descriptors. */
  static GeneratedAccess of(Message prototype, FieldDescriptor field, MessageShapes shapes) {
    FieldDescriptor held = field.isMapField() ? mapValue(field) : field;
    if (prototype instanceof DynamicMessage || field.isExtension() || ClosedEnums.hasOne(held)) {
      return null;
    }
    try {
      return new GeneratedAccess(prototype, field, type(field, shapes));
    } catch (ReflectiveOperationException e) {
      return null; // protoc has changed the name
    }
  }

  /** The type that the accessors of a single value have. */
  private static Class<?> type(FieldDescriptor field, MessageShapes shapes) {
    return switch (field.getJavaType()) {
      case INT, ENUM -> int.class;
      case LONG -> long.class;
      case FLOAT -> float.class;
      case DOUBLE -> double.class;
      case BOOLEAN -> boolean.class;
      case STRING -> String.class;
      case BYTE_STRING -> ByteString.class;
      case MESSAGE ->
          field.isRepeated() ? Message.class : shapes.prototype(field.getMessageType()).getClass();
    };
  }

  @Override
  public boolean has(Message message) {
    try {
      return (boolean) has.invokeExact(message);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  @Override
  public Object get(Message message) {
    try {
      return (Object) get.invokeExact(message);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  @Override
  public void set(Message.Builder builder, Object value) {
    try {
      if (clear != null) {
        clear.invokeExact(builder);
      }
      set.invokeExact(builder, value);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  private static RuntimeException unchecked(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return (RuntimeException) e; // no accessor throws anything that is checked
  }
}
