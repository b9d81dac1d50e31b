package wirebed.codec;

import static wirebed.protocol.Model.MESSAGE;
import static wirebed.protocol.Model.PLAIN;

import java.util.List;
import java.util.function.Function;
import wirebed.protocol.Codec.Builder;
import wirebed.protocol.Model;
import wirebed.tree.Tree;

/** The one list of codecs. A new codec is one file beside this one and one line here. */
public final class Codecs {
  /**
   * What the peer says of a codec before it loads the library.
   *
   * @param version where the library's version is read from
   */
  public record Entry(
      String format,
      String library,
      Model model,
      Version version,
      Function<Tree, Codec> open,
      boolean canonical,
      boolean bare,
      boolean encodes) {

    /** Reads and writes; each value has one form; only with a schema. */
    public static Entry of(
        String format, String library, Model model, Version version, Function<Tree, Codec> open) {
      return new Entry(format, library, model, version, open, false, false, true);
    }

    public String id() {
      return format + "/" + library;
    }

    public wirebed.protocol.Codec introduce() {
      Builder codec = wirebed.protocol.Codec.newBuilder().setFormat(format).setLibrary(library);
      codec.setVersion(version.read()).setModel(model).setEncodes(encodes).setDecodes(true);
      return codec.setCanonical(canonical).setBare(bare).build();
    }
  }

  private static final Version PROTOBUF =
      Version.ofJar("protobuf-java", "com/google/protobuf/Message.class");
  private static final Version PROTOBUF_UTIL =
      Version.ofJar("protobuf-java-util", "com/google/protobuf/util/JsonFormat.class");
  private static final Version JACKSON =
      Version.ofJar("jackson-databind", "com/fasterxml/jackson/databind/ObjectMapper.class");
  private static final Version GSON = Version.ofJar("gson", "com/google/gson/Gson.class");

  private static final Version CAUCHO =
      Version.ofJar("hessian", "com/caucho/hessian/io/Hessian2Input.class");
  private static final Version LITE =
      Version.ofJar("hessian-lite", "com/alibaba/com/caucho/hessian/io/Hessian2Input.class");

  private static final Version XSTREAM =
      Version.ofJar("xstream", "com/thoughtworks/xstream/XStream.class");
  private static final Version JAXB =
      Version.ofJar("jaxb-runtime", "org/glassfish/jaxb/runtime/api/JAXBRIContext.class");

  private static final List<Entry> ALL =
      List.of(
          entry("none", "message", MESSAGE, PROTOBUF, tree -> new NoneMessage()),
          entry("none", "plain", PLAIN, Version.ofRuntime(), tree -> new NonePlain()),
          entry("protobuf", "protobuf-java", MESSAGE, PROTOBUF, ProtobufJava::new),
          entry("prototext", "protobuf-java", MESSAGE, PROTOBUF, TextFormatJava::new),
          entry("protojson", "protobuf-java-util", MESSAGE, PROTOBUF_UTIL, JsonFormatJava::new),
          entry("json", "jackson", PLAIN, JACKSON, Jackson::new),
          entry("json", "gson", PLAIN, GSON, GsonJson::new),
          bare("hessian2", "caucho", true, CAUCHO, HessianCaucho::new),
          bare("hessian2", "lite", false, LITE, HessianLite::new),
          entry("raw", "bytebuffer", PLAIN, Version.ofRuntime(), RawByteBuffer::new),
          entry("raw", "unsafe", PLAIN, Version.ofRuntime(), RawUnsafe::new),
          entry("raw", "varhandle", PLAIN, Version.ofRuntime(), RawVarHandle::new),
          entry("java-serial", "jdk", PLAIN, Version.ofRuntime(), JavaSerial::new),
          entry("java-serial-custom", "jdk", PLAIN, Version.ofRuntime(), JavaExternal::custom),
          entry("java-external", "jdk", PLAIN, Version.ofRuntime(), JavaExternal::naive),
          entry("java-external-tuned", "jdk", PLAIN, Version.ofRuntime(), JavaExternal::tuned),
          entry("java-external-direct", "jdk", PLAIN, Version.ofRuntime(), JavaExternalDirect::new),
          entry("xml", "xstream", PLAIN, XSTREAM, XmlXstream::shape),
          entry("xml-lean", "xstream", PLAIN, XSTREAM, XmlXstream::lean),
          entry("xml-jaxb", "jdk-stax", PLAIN, JAXB, tree -> Jaxb.ofJdk(tree, false)),
          entry("xml-jaxb", "woodstox", PLAIN, JAXB, tree -> Jaxb.ofWoodstox(tree, false)),
          reader("xml-jaxb", "jdk-stax-xsd", JAXB, tree -> Jaxb.ofJdk(tree, true)),
          reader("xml-jaxb", "woodstox-xsd", JAXB, tree -> Jaxb.ofWoodstox(tree, true)));

  private Codecs() {}

  public static List<Entry> all() {
    return ALL;
  }

  private static Entry entry(
      String format, String library, Model model, Version version, Function<Tree, Codec> open) {
    return Entry.of(format, library, model, version, open);
  }

  private static Entry reader(
      String format, String library, Version version, Function<Tree, Codec> open) {
    return new Entry(format, library, PLAIN, version, open, false, false, false);
  }

  /** On plain objects, and on values without a schema too. */
  private static Entry bare(
      String format,
      String library,
      boolean canonical,
      Version version,
      Function<Tree, Codec> open) {
    return new Entry(format, library, PLAIN, version, open, canonical, true, true);
  }
}
