package wirebed.peer;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Int64Value;
import com.google.protobuf.Message;
import com.google.protobuf.NullValue;
import com.google.protobuf.Struct;
import com.google.protobuf.StructProto;
import com.google.protobuf.Value;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import wirebed.bridge.Bridge;
import wirebed.bridge.ViewWriter;
import wirebed.codec.CodecEntry;
import wirebed.protocol.Column;
import wirebed.protocol.ColumnAnswer;
import wirebed.protocol.Hello;
import wirebed.protocol.Model;
import wirebed.protocol.PlainClass;
import wirebed.protocol.PlainField;
import wirebed.protocol.PlainSchema;
import wirebed.protocol.PlainType;
import wirebed.protocol.Reply;
import wirebed.protocol.Request;
import wirebed.tree.Tree;

/**
 * Runs every codec once on a tree of one message, and the bridge on messages of all kinds of
 * fields, so that the JVM can archive the classes that this loads (-XX:ArchiveClassesAtExit): a
 * peer then starts in half the time. Part of the build.
 */
final class WarmUp {
  private static final String MESSAGE = "google.protobuf.Int64Value";

  private static final FileDescriptorSet DESCRIPTORS =
      FileDescriptorSet.newBuilder()
          .addFile(Int64Value.getDescriptor().getFile().toProto())
          .build();

  private static final String XSD =
      """
      <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
        <xs:element name="Int64Value">
          <xs:complexType>
            <xs:sequence>
              <xs:element name="value" type="xs:long"/>
            </xs:sequence>
          </xs:complexType>
        </xs:element>
      </xs:schema>
      """;

  /** The plain class of the one message, a bean like all of them. */
  public static final class Sample implements Serializable {
    private static final long serialVersionUID = 1L;

    private long value;

    public Sample() {}

    public long getValue() {
      return value;
    }

    public void setValue(long value) {
      this.value = value;
    }
  }

  /** Messages that have between them lists, a map, a oneof, enums of both kinds and texts. */
  private static final List<Message> MESSAGES =
      List.of(
          StructProto.getDescriptor().toProto(),
          Struct.newBuilder()
              .putFields("a", Value.newBuilder().setNullValue(NullValue.NULL_VALUE).build())
              .putFields("é", Value.newBuilder().setNumberValue(1).build())
              .build());

  private WarmUp() {}

  static void run(PeerDescription description) throws IOException {
    Path folder = Files.createTempDirectory("wirebed");
    Path plain = folder.resolve("plain.binpb");
    Path schema = folder.resolve("schema.binpb");
    Path xsd = folder.resolve("xsd/" + MESSAGE + ".xsd");
    try {
      PlainSchema.Builder classes = PlainSchema.newBuilder().addClasses(sample());
      for (Message message : MESSAGES) {
        classes.addClassesBuilder().setMessage(name(message)).setJavaMessage(javaName(message));
      }
      Files.write(plain, classes.build().toByteArray());
      Files.write(schema, DESCRIPTORS.toByteArray());
      Files.createDirectory(xsd.getParent());
      Files.writeString(xsd, XSD);
      Tree tree = new Tree(folder);
      for (Message message : MESSAGES) {
        Bridge bridge = tree.type(name(message)).bridge(Model.MESSAGE);
        bridge.build(bridge.view(message));
      }
      run(new Peer(description, tree), description);
      PeerDescription ofMessages = description.ofMessages();
      run(new Peer(ofMessages, Tree.ofDescriptors(folder)), ofMessages);
    } finally {
      Files.deleteIfExists(plain);
      Files.deleteIfExists(schema);
      Files.deleteIfExists(xsd);
      Files.deleteIfExists(xsd.getParent());
      Files.delete(folder);
    }
  }

  private static String name(Message message) {
    return message.getDescriptorForType().getFullName();
  }

  private static String javaName(Message message) {
    return message.getClass().getName();
  }

  private static void run(Peer peer, PeerDescription description) throws IOException {
    ask(peer, Request.newBuilder().setHello(Hello.getDefaultInstance()));
    Map<String, ByteString> wires = new HashMap<>();
    for (CodecEntry entry : description.codecs()) {
      if (entry.encodes()) {
        ColumnAnswer written = ask(peer, entry, Column.Action.ENCODE, ByteString.copyFrom(view()));
        if (written.getFailuresCount() > 0 && written.getFailures(0).hasUnsupported()) {
          continue; // it needs what is generated with a tree's classes
        }
        wires.put(entry.about().format(), written.getValues(0));
      }
      ByteString wire = wires.get(entry.about().format());
      ColumnAnswer read = ask(peer, entry, Column.Action.DECODE, wire);
      if (read.getFailuresCount() > 0) {
        throw new IllegalStateException(entry.id() + " does not read what it wrote: " + read);
      }
    }
  }

  private static ColumnAnswer ask(
      Peer peer, CodecEntry entry, Column.Action action, ByteString value) throws IOException {
    Column.Builder column = Column.newBuilder().setCodec(entry.id()).setMessage(MESSAGE);
    Request.Builder request = Request.newBuilder();
    request.getColumnsBuilder().addColumns(column.setAction(action).addValues(value));
    return ask(peer, request).getColumnAnswers().getColumns(0);
  }

  private static Reply ask(Peer peer, Request.Builder request) throws IOException {
    ByteArrayOutputStream in = new ByteArrayOutputStream();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    request.build().writeDelimitedTo(in);
    peer.serve(new ByteArrayInputStream(in.toByteArray()), out);
    return Reply.parseDelimitedFrom(new ByteArrayInputStream(out.toByteArray()));
  }

  private static PlainClass sample() {
    PlainField value =
        PlainField.newBuilder()
            .setName("value")
            .setNumber(1)
            .setJsonName("value")
            .setJavaName("value")
            .setType(PlainType.newBuilder().setKind(PlainType.Kind.INT64))
            .build();
    return PlainClass.newBuilder()
        .setMessage(MESSAGE)
        .setJavaClass(Sample.class.getName())
        .setJavaMessage("com.google.protobuf.Int64Value")
        .addFields(value)
        .build();
  }

  private static byte[] view() {
    ViewWriter view = new ViewWriter();
    view.record(ViewWriter.name(MESSAGE));
    view.field(1);
    view.integer(42);
    view.end();
    return view.toByteArray();
  }
}
