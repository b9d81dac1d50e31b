package wirebed.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import wirebed.Interop;
import wirebed.codec.CodecEntry;
import wirebed.codec.Codecs;
import wirebed.codec.classes.ClassCodecs;
import wirebed.protocol.Batch;
import wirebed.protocol.Codec;
import wirebed.protocol.Column;
import wirebed.protocol.ColumnAnswer;
import wirebed.protocol.Hello;
import wirebed.protocol.Introduction;
import wirebed.protocol.LoadedLibrary;
import wirebed.protocol.Manner;
import wirebed.protocol.Measure;
import wirebed.protocol.Relay;
import wirebed.protocol.Reply;
import wirebed.protocol.Request;
import wirebed.protocol.Result;
import wirebed.protocol.Stage;
import wirebed.protocol.Task;
import wirebed.protocol.Times;

class PeerTest {
  private final Peer peer =
      new Peer(new PeerDescription("java", Codecs.all(), ClassCodecs.all()), Interop.TREE);

  private Reply ask(Request.Builder request) throws IOException {
    ByteArrayOutputStream in = new ByteArrayOutputStream();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    request.setId(7).build().writeDelimitedTo(in);
    peer.serve(new ByteArrayInputStream(in.toByteArray()), out);
    ByteArrayInputStream replies = new ByteArrayInputStream(out.toByteArray());
    Reply reply = Reply.parseDelimitedFrom(replies);
    assertNull(Reply.parseDelimitedFrom(replies), "one reply for one request");
    assertEquals(7, reply.getId());
    return reply;
  }

  private Result run(Task.Builder task) throws IOException {
    Batch batch = Batch.newBuilder().addTasks(task.setId(3)).build();
    Result result = ask(Request.newBuilder().setBatch(batch)).getResults().getResults(0);
    assertEquals(3, result.getId());
    return result;
  }

  private static Task.Builder task(String codec, String message) {
    return Task.newBuilder().setCodec(codec).setMessage(message);
  }

  private static ByteString hex(String hex) {
    return ByteString.copyFrom(HexFormat.of().parseHex(hex));
  }

  @Test
  void introducesEveryCodec() throws IOException {
    Introduction hello =
        ask(Request.newBuilder().setHello(Hello.getDefaultInstance())).getIntroduction();
    assertEquals("java", hello.getPeer());
    assertEquals(Codecs.all().size(), hello.getCodecsCount());
    assertTrue(hello.getCodecsList().stream().noneMatch(codec -> codec.getVersion().isEmpty()));
  }

  /** The manifest of the jar of Caucho's Hessian states an older version. */
  @Test
  void saysWhatIsLoadedOfALibrary() throws IOException {
    Introduction hello =
        ask(Request.newBuilder().setHello(Hello.getDefaultInstance())).getIntroduction();
    for (Codec codec : hello.getCodecsList()) {
      LoadedLibrary loaded = codec.getLoaded();
      assertEquals(
          codec.hasLoaded(), Files.isRegularFile(Path.of(loaded.getPath())), loaded.getPath());
      if (codec.getLibrary().equals("caucho")) {
        assertTrue(loaded.getPath().endsWith("/hessian-" + codec.getVersion() + ".jar"));
        assertEquals("3.1.0", loaded.getVersion());
      }
      if (codec.getLibrary().equals("jackson") || codec.getLibrary().equals("protobuf-java")) {
        assertEquals(codec.getVersion(), loaded.getVersion());
      }
    }
  }

  @Test
  void everyCodecReadsWhatItWrote() throws IOException {
    // Whole seconds, since Gson's dates have no fractions.
    ByteString view =
        ByteString.copyFrom(
            Interop.stock(
                160501443000L,
                5154243000L,
                42043443000L,
                79022643000L,
                116001843000L,
                152898243000L));
    for (CodecEntry entry : Codecs.all()) {
      Result written = run(task(entry.id(), "interop.Stock").setEncode(view));
      if (!entry.encodes()) {
        assertTrue(written.hasUnsupported(), entry.id());
        continue;
      }
      Result read = run(task(entry.id(), "interop.Stock").setDecode(written.getEncoded()));
      assertEquals(view, read.getDecoded(), entry.id());
    }
  }

  @Test
  void anEmptyRequestIsAnswered() throws IOException {
    assertEquals(Reply.KindCase.KIND_NOT_SET, ask(Request.newBuilder()).getKindCase());
  }

  private ColumnAnswer ask(Column.Builder column) throws IOException {
    Request.Builder request = Request.newBuilder();
    request.getColumnsBuilder().addColumns(column);
    return ask(request).getColumnAnswers().getColumns(0);
  }

  @Test
  void eachValueOfAColumnHasItsAnswer() throws IOException {
    ByteString view = ByteString.copyFrom(Interop.stock());
    Column.Builder column =
        Column.newBuilder()
            .setCodec("hessian2/caucho")
            .setMessage("interop.Stock")
            .setAction(Column.Action.ENCODE)
            .addAllValues(List.of(view, view.substring(1), view));
    ColumnAnswer answer = ask(column);
    ByteString written = run(task("hessian2/caucho", "interop.Stock").setEncode(view)).getEncoded();
    assertEquals(List.of(written, ByteString.EMPTY, written), answer.getValuesList());
    assertEquals(1, answer.getFailuresCount());
    assertEquals(1, answer.getFailures(0).getId());
    assertEquals(Stage.BUILD, answer.getFailures(0).getEncodeError().getStage());
    for (Column.Builder unknown :
        List.of(
            column.clone().setCodec("no/such"),
            column.clone().setMessage("no.Such"),
            column.clone().setClassName("no.Such"),
            column.clone().setActionValue(1000))) {
      ColumnAnswer refused = ask(unknown);
      assertEquals(3, refused.getValuesCount());
      assertTrue(refused.getFailuresList().stream().allMatch(Result::hasUnsupported));
      assertEquals(2, refused.getFailures(2).getId());
    }
  }

  @Test
  void aColumnOfAClassIsEncodedAndDecoded() throws IOException {
    String name = "com.polarsparc.data.interchange.Stock";
    ByteString view = ByteString.copyFrom(Interop.stock());
    Column.Builder column =
        Column.newBuilder().setCodec("json/jackson").setClassName(name).addValues(view);
    // The view of a class is a bare object, so a view of the message is refused as a task refuses
    // it.
    Task.Builder task = Task.newBuilder().setCodec("json/jackson").setClassName(name);
    Result refused = run(task.setEncode(view));
    assertEquals(
        refused.toBuilder().setId(0).build(),
        ask(column.setAction(Column.Action.ENCODE)).getFailures(0));
  }

  @Test
  void whatAPeerDoesNotKnowIsUnsupported() throws IOException {
    ByteString view = ByteString.copyFrom(Interop.stock());
    ByteString damaged = view.substring(1);
    assertTrue(run(task("nix/nix", "interop.Stock").setEncode(damaged)).hasUnsupported());
    assertTrue(run(task("none/plain", "interop.Nothing").setEncode(damaged)).hasUnsupported());
    assertTrue(run(task("none/plain", "interop.Stock")).hasUnsupported());
    assertTrue(run(task("json/jackson", "").setDecode(view)).hasUnsupported());
    Task.Builder ofClass = task("json/jackson", "").setClassName("no.Such");
    assertTrue(run(ofClass.setDecode(view)).hasUnsupported());
    Relay clear = Relay.newBuilder().setWire(view).addClear(1).build();
    ofClass.setClassName("com.polarsparc.data.interchange.Stock");
    assertTrue(run(ofClass.setRelay(clear)).hasUnsupported());
  }

  @Test
  void aViewThatIsNotOfTheMessageIsRefused() throws IOException {
    ByteString view = ByteString.copyFrom(Interop.stock());
    for (String none : List.of("none/message", "none/plain")) {
      Result cut = run(task(none, "interop.Stock").setEncode(view.substring(0, view.size() - 1)));
      assertEquals(Stage.BUILD, cut.getEncodeError().getStage());
      Result other = run(task(none, "interop.Price").setEncode(view));
      assertEquals(Stage.BUILD, other.getEncodeError().getStage());
      Result read = run(task(none, "interop.Price").setDecode(view));
      assertEquals(Stage.BUILD, read.getDecodeError().getStage());
      Relay clear = Relay.newBuilder().setWire(view).addClear(19500).build();
      Result edited = run(task(none, "interop.Stock").setRelay(clear));
      assertEquals(Stage.BUILD, edited.getEncodeError().getStage());
    }
  }

  @Test
  void survivesAFullStackAndRefusesClaimsThatWouldFillTheMemory() throws IOException {
    for (String library : new String[] {"caucho", "lite"}) {
      Task.Builder task = task("hessian2/" + library, "interop.Stock");
      // An int[] of 2^31-1 elements is claimed; 20,000 lists are nested.
      Result memory = run(task.setDecode(hex("56045b696e74497fffffff")));
      assertTrue(memory.getDecodeError().getReason().contains("are claimed in 11 bytes"));
      assertEquals(Manner.TYPED, memory.getDecodeError().getManner());
      Result stack = run(task.setDecode(hex("57".repeat(20_000))));
      assertEquals("java.lang.StackOverflowError", stack.getDecodeError().getType());
      assertEquals(Stage.PARSE, stack.getDecodeError().getStage());
      assertEquals(Manner.EXHAUSTED, stack.getDecodeError().getManner());
    }
    theOtherTasksGoOn();
  }

  private void theOtherTasksGoOn() throws IOException {
    ByteString view = ByteString.copyFrom(Interop.stock());
    assertTrue(run(task("hessian2/caucho", "interop.Stock").setEncode(view)).hasEncoded());
  }

  @Test
  void namesTheStageOfAFailure() throws IOException {
    Result parse = run(task("protobuf/protobuf-java", "interop.Stock").setDecode(hex("0a")));
    assertEquals(Stage.PARSE, parse.getDecodeError().getStage());
    Result required = run(task("protobuf/protobuf-java", "interop.Required").setDecode(hex("")));
    assertEquals(Stage.REQUIRED_CHECK, required.getDecodeError().getStage());
    Result use = run(task("hessian2/caucho", "interop.Stock").setDecode(hex("90")));
    assertEquals(Stage.USE, use.getDecodeError().getStage());
    ByteString cycle = ByteString.copyFrom(Interop.cycle());
    Result build = run(task("protobuf/protobuf-java", "interop.Node").setEncode(cycle));
    assertEquals(Stage.BUILD, build.getEncodeError().getStage());
    Result write = run(task("json/jackson", "interop.Node").setEncode(cycle));
    assertEquals(Stage.WRITE, write.getEncodeError().getStage());
  }

  @Test
  void noReasonHoldsAnIdentityHash() throws IOException {
    Result use = run(task("hessian2/caucho", "interop.Stock").setDecode(hex("90")));
    assertTrue(use.getDecodeError().getReason().matches("[^@]+"), use.toString());
  }

  @Test
  void relaysUnknownFields() throws IOException {
    // Field 99 of an unknown type survives protobuf's relay; b becomes 0.
    Relay relay = Relay.newBuilder().setWire(hex("0a03616263106498063f")).addClear(2).build();
    Result result = run(task("protobuf/protobuf-java", "interop.Testobject").setRelay(relay));
    assertEquals(hex("0a0361626398063f"), result.getEncoded());
  }

  @Test
  void relaysIntoAnotherCodecOfTheSameObjects() throws IOException {
    Relay.Builder relay = Relay.newBuilder().setWire(hex("0a03616263106498063f")).addClear(2);
    Task.Builder message = task("protobuf/protobuf-java", "interop.Testobject");
    relay.setInto("protojson/protobuf-java-util");
    Result json = run(message.setRelay(relay));
    assertEquals("{\n  \"a\": \"abc\"\n}", json.getEncoded().toStringUtf8());
    // The unknown field survives because no view is in between.
    relay.setInto("protobuf/protobuf-java");
    assertEquals(hex("0a0361626398063f"), run(message.setRelay(relay)).getEncoded());
    Relay.Builder text =
        Relay.newBuilder().setWire(ByteString.copyFromUtf8("{\"a\":\"abc\",\"b\":1,\"c\":42}"));
    Task.Builder plain = task("json/jackson", "interop.Testobject");
    Result hessian = run(plain.setRelay(text.setInto("hessian2/caucho")));
    Result read =
        run(
            task("json/jackson", "interop.Testobject")
                .setRelay(Relay.newBuilder().setWire(text.getWire()).setInto("none/plain")));
    Task.Builder seen = task("hessian2/caucho", "interop.Testobject");
    assertEquals(read.getEncoded(), run(seen.setDecode(hessian.getEncoded())).getDecoded());
    Result wrong = run(plain.setRelay(text.setInto("protojson/protobuf-java-util")));
    assertEquals(
        "protojson/protobuf-java-util does not take what json/jackson returns",
        wrong.getUnsupported().getReason());
    assertTrue(run(plain.setRelay(text.setInto("json/nobody"))).hasUnsupported());
  }

  @Test
  void measuresBothDirections() throws IOException {
    Measure.Builder measure = Measure.newBuilder().setView(ByteString.copyFrom(Interop.stock()));
    Task.Builder task = task("hessian2/caucho", "interop.Stock");
    Result result = run(task.setMeasure(measure.setMilliseconds(20)));
    assertEquals(563, result.getMeasured().getSize());
    for (Times times :
        List.of(result.getMeasured().getEncode(), result.getMeasured().getDecode())) {
      assertTrue(times.getBatches() >= 10, times.toString());
      assertTrue(0 < times.getLeast() && times.getLeast() <= times.getMedian(), times.toString());
    }
    ByteString wire = run(task.setEncode(measure.getView())).getEncoded();
    Result read = run(task.setMeasure(Measure.newBuilder().setWire(wire).setMilliseconds(1)));
    assertEquals(563, read.getMeasured().getSize());
    assertTrue(read.getMeasured().getDecode().getBatches() >= 4 && !read.getMeasured().hasEncode());
  }

  @Test
  void classesWrittenByHandNeedNoSchema() throws IOException {
    // The interop tree has no such class, but any class of the class path will do.
    Task.Builder task = task("json/jackson", "").setClassName(Pair.class.getName());
    ByteString json = ByteString.copyFromUtf8("{\"left\":7,\"right\":\"x\"}");
    Result read = run(task.setDecode(json));
    assertEquals(json, run(task.setEncode(read.getDecoded())).getEncoded());
    Relay.Builder relay = Relay.newBuilder().setWire(json).setInto("java-serial/jdk");
    Result relayed = run(task.setRelay(relay));
    // The class is not in a package that the filter allows.
    Result refused = run(task.setCodec("java-serial/jdk").setDecode(relayed.getEncoded()));
    assertEquals("java.io.InvalidClassException", refused.getDecodeError().getType());
    assertTrue(run(task.setCodec("protobuf/protobuf-java").setDecode(json)).hasUnsupported());
  }

  public static final class Pair implements Serializable {
    private static final long serialVersionUID = 1L;
    public int left;
    public String right;
  }

  @Test
  void bareValuesNeedNoSchema() throws IOException {
    for (String library : new String[] {"caucho", "lite"}) {
      Result read = run(task("hessian2/" + library, "").setDecode(hex("7a91c830")));
      Result written = run(task("hessian2/" + library, "").setEncode(read.getDecoded()));
      assertEquals(hex("7a91c830"), written.getEncoded());
    }
  }
}
