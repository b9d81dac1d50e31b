package wirebed.codec;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import com.google.protobuf.UninitializedMessageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import wirebed.refusal.Held;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/** protobuf with the messages of protobuf-java. */
public final class Protobuf implements Codec {
  static final Settings SETTINGS =
      Settings.NONE
          .option("extensionRegistry", "all of the tree", "Otherwise an extension is unknown.")
          .code(
              "required fields are checked by build(), after parsePartialFrom",
              "So this refusal is told from that of the bytes. parseFrom refuses the same bytes.");

  static final Version VERSION = Version.ofJar("protobuf-java", "com.google.protobuf.Message");

  public static final About ABOUT =
      about("protobuf", "protobuf-java", VERSION)
          .typedError(
              "com.google.protobuf.InvalidProtocolBufferException",
              "Parser.parsePartialFrom(byte[], ExtensionRegistryLite), throws"
                  + " InvalidProtocolBufferException; its class: \"a protocol message being parsed is"
                  + " invalid in some way\"")
          .leavesObject(
              "InvalidProtocolBufferException.getUnfinishedMessage(): \"Returns the unfinished"
                  + " message attached to the exception\"")
          .settings(SETTINGS);

  private final ExtensionRegistry extensions;

  public Protobuf(Tree tree) {
    extensions = tree.extensionRegistry();
  }

  /** Says what the codecs of messages have in common. */
  static About about(String format, String library, Version version) {
    return About.of(format, library, version)
        .libraryPackages("com.google.protobuf.")
        .typedError(
            "com.google.protobuf.UninitializedMessageException",
            "MessageLite.Builder.build(), @throws UninitializedMessageException");
  }

  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options)
      throws IOException {
    Message message = checked((Message) value);
    if (options.containsKey("delimited")) {
      return ProtobufStream.delimited(message, Integer.parseInt(options.get("delimited")));
    }
    return "true".equals(options.get("deterministic"))
        ? ProtobufStream.deterministic(message)
        : message.toByteArray();
  }

  @Override
  public Message decode(byte[] wire, MessageType type, Map<String, String> options)
      throws Exception {
    Message read = null;
    try {
      read = type.settled(parsed(wire, type, options));
      return checked(read);
    } catch (InvalidProtocolBufferException e) {
      Held.leave(e, e.getUnfinishedMessage());
      throw e;
    } catch (UninitializedMessageException e) {
      // parseFrom, which a user would call, has the message in its exception here, too.
      Held.leave(e, read);
      throw e;
    }
  }

  private Message parsed(byte[] wire, MessageType type, Map<String, String> options)
      throws IOException {
    Parser<? extends Message> parser = type.prototype().getParserForType();
    ExtensionRegistry known =
        "unknown".equals(options.get("extensions"))
            ? ExtensionRegistry.getEmptyRegistry()
            : extensions;
    return options.containsKey("delimited")
        ? ProtobufStream.lastOf(wire, Integer.parseInt(options.get("delimited")), parser, known)
        : parser.parsePartialFrom(wire, known);
  }

  /**
   * Requires all required fields, as build() and parseFrom() do in a user's code. It is build()
   * that throws, so that the refusal is the library's own.
   */
  static Message checked(Message message) {
    return message.isInitialized() ? message : message.toBuilder().build();
  }

  @Override
  public String kept() {
    return "nothing is kept but what a message knows of itself, its size; new is the array";
  }

  @Override
  public ReusingCodec reusing(MessageType type, Map<String, String> options) {
    return new Reusing(type.prototype().newBuilderForType(), extensions);
  }

  private static final class Reusing implements ReusingCodec {
    private final Message.Builder builder;
    private final ExtensionRegistry extensions;
    private ByteBuffer bytes = ByteBuffer.allocate(256);

    Reusing(Message.Builder builder, ExtensionRegistry extensions) {
      this.builder = builder;
      this.extensions = extensions;
    }

    @Override
    public String kept() {
      return "the array and the builder are kept; new are the CodedOutputStream and the message";
    }

    @Override
    public ByteBuffer encode(Object value) throws IOException {
      Message message = checked((Message) value);
      int size = message.getSerializedSize();
      if (bytes.capacity() < size) {
        bytes = ByteBuffer.allocate(size);
      }
      CodedOutputStream out = CodedOutputStream.newInstance(bytes.array(), 0, size);
      message.writeTo(out);
      out.checkNoSpaceLeft();
      return bytes.clear().limit(size);
    }

    @Override
    public Message decode(byte[] wire) throws IOException {
      return checked(builder.clear().mergeFrom(wire, extensions).buildPartial());
    }
  }
}
