package wirebed.codec;

import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import java.util.Map;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/** protojson with protobuf-java-util's JsonFormat, its default printer and its strict parser. */
final class JsonFormatJava implements Codec {
  private final JsonFormat.Printer printer;
  private final JsonFormat.Parser parser;

  JsonFormatJava(Tree tree) {
    JsonFormat.TypeRegistry types =
        JsonFormat.TypeRegistry.newBuilder().add(tree.descriptors()).build();
    printer = JsonFormat.printer().usingTypeRegistry(types);
    parser = JsonFormat.parser().usingTypeRegistry(types);
  }

  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options)
      throws Exception {
    return Utf8.encode(printer.print(ProtobufJava.checked((Message) value)));
  }

  @Override
  public Message decode(byte[] wire, MessageType type, Map<String, String> options)
      throws Exception {
    Message.Builder builder = type.prototype().newBuilderForType();
    parser.merge(Utf8.decode(wire), builder);
    return ProtobufJava.checked(builder.buildPartial());
  }
}
