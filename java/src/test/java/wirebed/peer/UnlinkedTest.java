package wirebed.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import wirebed.Interop;
import wirebed.codec.CodecEntry;
import wirebed.codec.Codecs;
import wirebed.codec.classes.ClassCodecEntry;
import wirebed.codec.classes.ClassCodecs;
import wirebed.protocol.Batch;
import wirebed.protocol.Codec;
import wirebed.protocol.Hello;
import wirebed.protocol.Introduction;
import wirebed.protocol.Reply;
import wirebed.protocol.Request;
import wirebed.protocol.Result;
import wirebed.protocol.Task;

/** A peer without a library, or with code that does not link, as with another version of it. */
class UnlinkedTest {
  /** The names of the jars that are left out begin with `jars`, and no class of them is there. */
  @ParameterizedTest
  @CsvSource({
    "jackson-, json/jackson, com.fasterxml.jackson",
    "gson-, json/gson, com.google.gson",
    "hessian-4, hessian2/caucho, com.caucho.hessian",
    "hessian-lite-, hessian2/lite, com.alibaba.com.caucho.hessian",
    "jakarta.xml.bind-api-, xml-jaxb/jdk-stax, jakarta.xml.bind",
    "woodstox-, xml-jaxb/woodstox, com.ctc.wstx",
    "protobuf-java-util-, protojson/protobuf-java-util, com.google.protobuf.util",
    "xstream-, xml/xstream, com.thoughtworks.xstream"
  })
  void aMissingLibraryIsToldForItsCodecsOnly(String jars, String id, String missing)
      throws IOException {
    String path =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !Path.of(entry).getFileName().toString().startsWith(jars))
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        new ProcessBuilder("java", "-cp", path, "wirebed.peer.Peer", Interop.FOLDER.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (OutputStream out = process.getOutputStream()) {
      Request.newBuilder().setHello(Hello.getDefaultInstance()).build().writeDelimitedTo(out);
      Batch.Builder tasks = Batch.newBuilder();
      List.of(id, id, "java-serial/jdk").forEach(codec -> tasks.addTasks(stock(codec)));
      Request.newBuilder().setBatch(tasks).build().writeDelimitedTo(out);
    }
    Introduction hello = Reply.parseDelimitedFrom(process.getInputStream()).getIntroduction();
    assertEquals(Codecs.all().stream().map(CodecEntry::id).toList(), ids(hello.getCodecsList()));
    assertEquals(
        ClassCodecs.all().stream().map(ClassCodecEntry::id).toList(),
        ids(hello.getClassCodecsList()));
    List<Result> results =
        Reply.parseDelimitedFrom(process.getInputStream()).getResults().getResultsList();
    String words = results.get(0).getUnsupported().getReason();
    assertTrue(words.contains(missing), words);
    assertEquals(words, results.get(1).getUnsupported().getReason());
    assertTrue(results.get(2).hasEncoded());
  }

  @Test
  void whatDoesNotLinkInATaskIsUnsupportedAlsoBelowAnErrorOfTheLibrary() {
    Throwable error = new NoSuchMethodError("'void of.Library.added()'");
    for (Throwable thrown : List.of(error, new IllegalStateException("cannot write", error))) {
      Result.Builder result = Result.newBuilder();
      Tasks.fail(thrown, result);
      assertEquals(
          "java.lang.NoSuchMethodError: 'void of.Library.added()'",
          result.getUnsupported().getReason());
    }
  }

  private static Task.Builder stock(String codec) {
    return Task.newBuilder()
        .setCodec(codec)
        .setMessage("interop.Stock")
        .setEncode(ByteString.copyFrom(Interop.stock()));
  }

  private static List<String> ids(List<Codec> codecs) {
    return codecs.stream().map(codec -> codec.getFormat() + "/" + codec.getLibrary()).toList();
  }
}
