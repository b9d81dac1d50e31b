package wirebed.codec;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import com.google.protobuf.TypeRegistry;
import java.util.Map;
import wirebed.bridge.NumberLimit;
import wirebed.codec.bytes.Utf8;
import wirebed.refusal.Held;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/** prototext with protobuf-java's TextFormat, its default printer and parser. */
final class Prototext implements Codec {
  static final Settings SETTINGS =
      Settings.NONE
          .option("TypeRegistry", "all of the tree", "Otherwise no Any is read by its type.")
          .guard(
              "a number of more than 10,000 digits is refused",
              "The parser makes a BigInteger of it, in time that grows with the square.")
          .and(Utf8.STRICT)
          .and(Protobuf.SETTINGS);

  static final About ABOUT =
      Protobuf.about("prototext", "protobuf-java", Protobuf.VERSION)
          .typedError(
              "com.google.protobuf.TextFormat$ParseException",
              "TextFormat.Parser.merge(CharSequence, ExtensionRegistry, Message.Builder), throws"
                  + " ParseException")
          .leavesObject(
              "TextFormat.Parser.merge(CharSequence, ExtensionRegistry, Message.Builder): \"merge the"
                  + " contents into builder\"")
          .settings(SETTINGS);

  private final Tree tree;
  private final TextFormat.Parser parser;

  Prototext(Tree tree) {
    this.tree = tree;
    TypeRegistry types = TypeRegistry.newBuilder().add(tree.descriptors()).build();
    parser = TextFormat.Parser.newBuilder().setTypeRegistry(types).build();
  }

  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options) {
    Message message = Protobuf.checked((Message) value);
    return Utf8.encode(TextFormat.printer().printToString(message));
  }

  @Override
  public Message decode(byte[] wire, MessageType type, Map<String, String> options)
      throws Exception {
    Message.Builder builder = type.prototype().newBuilderForType();
    try {
      parser.merge(NumberLimit.ofTextFormat(Utf8.decode(wire)), tree.extensionRegistry(), builder);
      return Protobuf.checked(type.settled(builder.buildPartial()));
    } catch (Exception e) {
      Held.leave(e, builder);
      throw e;
    }
  }

  @Override
  public String kept() {
    return "the printer and the parser are kept; new are the text and the array";
  }
}
