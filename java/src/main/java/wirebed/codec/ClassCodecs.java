package wirebed.codec;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.function.Function;
import wirebed.protocol.Model;
import wirebed.tree.Tree;

/**
 * The list of codecs for classes that were written by hand: the libraries as they come, without
 * what a plain schema would tell them.
 */
public final class ClassCodecs {
  /** As {@link Codecs.Entry}. */
  public record Entry(
      String format, String library, Version version, Function<Tree, ClassCodec> open) {
    public String id() {
      return format + "/" + library;
    }

    public wirebed.protocol.Codec introduce() {
      return wirebed.protocol.Codec.newBuilder()
          .setFormat(format)
          .setLibrary(library)
          .setVersion(version.read())
          .setModel(Model.PLAIN)
          .setEncodes(true)
          .setDecodes(true)
          .setBare(true)
          .build();
    }
  }

  private static final List<Entry> ALL =
      List.of(
          new Entry("java-serial", "jdk", Version.ofRuntime(), JavaSerialClasses::new),
          new Entry(
              "hessian2",
              "caucho",
              Version.ofJar("hessian", "com/caucho/hessian/io/Hessian2Input.class"),
              HessianClasses::new),
          new Entry(
              "json",
              "jackson",
              Version.ofJar(
                  "jackson-databind", "com/fasterxml/jackson/databind/ObjectMapper.class"),
              tree -> new JacksonClasses()));

  private ClassCodecs() {}

  public static List<Entry> all() {
    return ALL;
  }

  /** Jackson's own defaults: public fields and getters, no unknown properties. */
  private static final class JacksonClasses implements ClassCodec {
    private final ObjectMapper mapper = JsonMapper.builder().build();

    @Override
    public byte[] encode(Object value) throws Exception {
      return mapper.writeValueAsBytes(value);
    }

    @Override
    public Object decode(byte[] wire, Class<?> type) throws Exception {
      return mapper.readValue(wire, type);
    }
  }
}
