package wirebed.bridge;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import wirebed.refusal.RefusedException;

/**
 * Text that is not valid UTF-8, for a string field of a message.
 *
 * <p>In proto2, where the text is not checked, the message holds the bytes themselves, and they are
 * set as an author sets them: setTextBytes, addTextBytes. In proto3 it holds a String, which may
 * have lone surrogates but no other invalid bytes.
 */
record InvalidUtf8(byte[] bytes) {
  void set(Message.Builder builder, FieldDescriptor field) {
    if (!call(builder, "set", field)) {
      builder.setField(field, text());
    }
  }

  void add(Message.Builder builder, FieldDescriptor field) {
    if (!call(builder, "add", field)) {
      builder.addRepeatedField(field, text());
    }
  }

  String text() {
    String text = GeneralizedUtf8.decode(bytes);
    if (text == null) {
      throw new RefusedException("bytes that are not text cannot be in a String");
    }
    return text;
  }

  /** Sets the bytes themselves, and returns whether the field accepts them. */
  private boolean call(Message.Builder builder, String verb, FieldDescriptor field) {
    String name = verb + ProtocNames.ofField(field) + "Bytes";
    try {
      Method method = builder.getClass().getMethod(name, ByteString.class);
      method.invoke(builder, ByteString.copyFrom(bytes));
      return true;
    } catch (NoSuchMethodException e) {
      return false; // an extension, or a name that protoc spells in another way
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalArgumentException) {
        return false; // "Byte string is not UTF-8."
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
