package wirebed.peer;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import wirebed.bridge.ViewWriter;
import wirebed.codec.CodecEntry;
import wirebed.protocol.Batch;
import wirebed.protocol.Hello;
import wirebed.protocol.PlainClass;
import wirebed.protocol.PlainField;
import wirebed.protocol.PlainSchema;
import wirebed.protocol.PlainType;
import wirebed.protocol.Reply;
import wirebed.protocol.Request;
import wirebed.protocol.Task;
import wirebed.tree.Tree;

/**
 * Runs every codec once on a tree of one message, so that the JVM can archive the classes that this
 * loads (-XX:ArchiveClassesAtExit): a peer then starts in half the time. Part of the build.
 */
final class WarmUp {
  private static final String MESSAGE = "google.protobuf.Int64Value";

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

  /** The plain class of the one message. */
  public static final class Sample implements Serializable {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("unused") // by reflection only
    private long value;

    public Sample() {}
  }

  private WarmUp() {}

  static void run(PeerDescription description) throws IOException {
    Path folder = Files.createTempDirectory("wirebed");
    Path plain = folder.resolve("plain.binpb");
    Path schema = folder.resolve("schema.binpb");
    Path xsd = folder.resolve("xsd/" + MESSAGE + ".xsd");
    try {
      Files.write(plain, PlainSchema.newBuilder().addClasses(sample()).build().toByteArray());
      Files.write(schema, FileDescriptorSet.getDefaultInstance().toByteArray());
      Files.createDirectory(xsd.getParent());
      Files.writeString(xsd, XSD);
      run(new Peer(description, new Tree(folder)), description);
    } finally {
      Files.deleteIfExists(plain);
      Files.deleteIfExists(schema);
      Files.deleteIfExists(xsd);
      Files.deleteIfExists(xsd.getParent());
      Files.delete(folder);
    }
  }

  private static void run(Peer peer, PeerDescription description) throws IOException {
    ask(peer, Request.newBuilder().setHello(Hello.getDefaultInstance()));
    Map<String, ByteString> wires = new HashMap<>();
    for (CodecEntry entry : description.codecs()) {
      Task.Builder task = Task.newBuilder().setCodec(entry.id()).setMessage(MESSAGE);
      if (entry.encodes()) {
        Reply written = ask(peer, batch(task.setEncode(ByteString.copyFrom(view()))));
        if (written.getResults().getResults(0).hasUnsupported()) {
          continue; // it needs what is generated with a tree's classes
        }
        wires.put(entry.format(), written.getResults().getResults(0).getEncoded());
      }
      Reply read = ask(peer, batch(task.setDecode(wires.get(entry.format()))));
      if (!read.getResults().getResults(0).hasDecoded()) {
        throw new IllegalStateException(entry.id() + " does not read what it wrote: " + read);
      }
    }
  }

  private static Request.Builder batch(Task.Builder task) {
    return Request.newBuilder().setBatch(Batch.newBuilder().addTasks(task));
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
