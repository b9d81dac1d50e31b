package wirebed.codec;

import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import java.util.Map;
import wirebed.codec.bytes.Utf8;
import wirebed.refusal.Held;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/**
 * protojson with protobuf-java-util's JsonFormat: its default printer, and its strict parser or the
 * one that ignores unknown fields.
 */
final class Protojson implements Codec {
  static final Settings SETTINGS =
      Settings.NONE
          .option("TypeRegistry", "all of the tree", "Otherwise no Any is written or read.")
          .option(
              "ignoringUnknownFields",
              "where a task asks for it",
              "A case with `unknown: ignore` is about this option.")
          .and(Utf8.STRICT)
          .code(
              "required fields are checked by build()",
              "merge() into a builder checks none, and its users call build().");

  private static final Version VERSION =
      Version.ofJar("protobuf-java-util", "com.google.protobuf.util.JsonFormat");

  /** JsonFormat reads with Gson. */
  static final About ABOUT =
      Protobuf.about("protojson", "protobuf-java-util", VERSION)
          .libraryPackages("com.google.gson.")
          .typedError(
              "com.google.protobuf.InvalidProtocolBufferException",
              "JsonFormat.Parser.merge(String, Message.Builder), @throws"
                  + " InvalidProtocolBufferException")
          .leavesObject(
              "JsonFormat.Parser.merge(String, Message.Builder), which merges into the builder of its"
                  + " user")
          .settings(SETTINGS);

  private final JsonFormat.Printer printer;
  private final JsonFormat.Parser strict;
  private final JsonFormat.Parser lenient;

  Protojson(Tree tree) {
    JsonFormat.TypeRegistry types =
        JsonFormat.TypeRegistry.newBuilder().add(tree.descriptors()).build();
    printer = JsonFormat.printer().usingTypeRegistry(types);
    strict = JsonFormat.parser().usingTypeRegistry(types);
    lenient = strict.ignoringUnknownFields();
  }

  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options)
      throws Exception {
    return Utf8.encode(printer.print(Protobuf.checked((Message) value)));
  }

  @Override
  public Message decode(byte[] wire, MessageType type, Map<String, String> options)
      throws Exception {
    Message.Builder builder = type.prototype().newBuilderForType();
    JsonFormat.Parser parser = "ignore".equals(options.get("unknown")) ? lenient : strict;
    try {
      parser.merge(Utf8.decode(wire), builder);
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
