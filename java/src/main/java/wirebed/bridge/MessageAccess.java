package wirebed.bridge;

import com.google.protobuf.Message;

/** Reads and sets one field of messages. A repeated field is a List, a map field a Map. */
interface MessageAccess {
  /** Whether a field with presence is there. */
  boolean has(Message message);

  Object get(Message message);

  /** Replaces what the field holds. */
  void set(Message.Builder builder, Object value);
}
