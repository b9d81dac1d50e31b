package wirebed.codec;

import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.Message;
import com.google.protobuf.UninitializedMessageException;
import java.util.Map;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/** protobuf with the generated classes of protobuf-java. */
final class ProtobufJava implements Codec {
  private final ExtensionRegistry extensions;

  ProtobufJava(Tree tree) {
    extensions = tree.extensionRegistry();
  }

  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options) {
    return checked((Message) value).toByteArray();
  }

  @Override
  public Message decode(byte[] wire, MessageType type, Map<String, String> options)
      throws Exception {
    return checked(type.prototype().getParserForType().parsePartialFrom(wire, extensions));
  }

  /** What build() does in every author's code, and parseFrom: required fields must be there. */
  static Message checked(Message message) {
    if (!message.isInitialized()) {
      throw new UninitializedMessageException(message);
    }
    return message;
  }
}
