package wirebed.tree;

import com.google.protobuf.Message;
import wirebed.bridge.Bridge;
import wirebed.bridge.MessageBridge;
import wirebed.bridge.PlainBridge;
import wirebed.protocol.Model;

/**
 * One message of a tree: both its classes, and the bridges from views to them. Each is loaded at
 * its first use. If two threads are the first, either may keep its own.
 */
public final class MessageType {
  private final Tree tree;
  private final String name;
  private volatile Message prototype;
  private volatile Class<?> plainClass;
  private volatile Bridge message;
  private volatile Bridge bean;

  MessageType(Tree tree, String name) {
    this.tree = tree;
    this.name = name;
  }

  /** Its full name. */
  public String message() {
    return name;
  }

  public Bridge bridge(Model model) {
    if (model == Model.MESSAGE) {
      if (message == null) {
        message = new MessageBridge(tree.messageShapes(), prototype().getDescriptorForType());
      }
      return message;
    }
    if (bean == null) {
      bean = new PlainBridge(tree.plainShapes(), name);
    }
    return bean;
  }

  /** The default instance of the message's class. */
  public Message prototype() {
    if (prototype == null) {
      prototype = tree.messages().prototype(name);
    }
    return prototype;
  }

  /** A message that was parsed, as an object of the class that protoc generates would hold it. */
  public Message settled(Message parsed) {
    return tree.messages().settled(parsed);
  }

  public Class<?> plainClass() {
    if (plainClass == null) {
      plainClass = tree.plainClass(name);
    }
    return plainClass;
  }

  /** The value, if it is of the class that the model has for this message. */
  public Object checked(Model model, Object value) {
    return (model == Model.MESSAGE ? prototype().getClass() : plainClass()).cast(value);
  }
}
